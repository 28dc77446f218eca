import { INTRODUCTION_PARTS } from './docsIntroduction.ts'
import { type DocumentedOperation, operationSection, operationsOf } from './docsOperation.ts'
import { escapeHtml } from './html.ts'
import type { OpenApiDocument } from './openApiParts.ts'

/** The reading form of the OpenAPI document: HTML, rendered once; the script makes its forms send. */

const DOCS_PATH = '/docs'
export const DOCS_PATHS = {
  v2: { path: DOCS_PATH, title: 'API v2' },
  v3: { path: `${DOCS_PATH}/v3`, title: 'API v3' },
} as const
/** Built from src-renderer/docs; the explorer's folder has them under the same paths. */
const DOCS_SCRIPT = `${DOCS_PATH}/docs.js`
const DOCS_STYLE = `${DOCS_PATH}/docs.css`

type Group = { readonly tag: string; readonly members: readonly DocumentedOperation[] }

function idOf(tag: string): string {
  return `group-${tag.replaceAll(' ', '-')}`
}

function titleOf(tag: string): string {
  return `${tag.charAt(0).toUpperCase()}${tag.slice(1)}`
}

function navigation(groups: readonly Group[]): string {
  const introduction = INTRODUCTION_PARTS.map(({ id, title }) => `<li><a href="#${id}">${title}</a></li>`)
  const items = groups.map(
    ({ tag, members }) =>
      `<li data-group><span class="group">${escapeHtml(titleOf(tag))}</span><ul>${members
        .map(
          ({ name, get }) =>
            `<li data-of="${name}"><a href="#${name}">${name}${get ? '' : '<span class="method">POST</span>'}</a></li>`,
        )
        .join('')}</ul></li>`,
  )
  return `<ul><li><span class="group">Introduction</span><ul>${introduction.join('')}</ul></li>${items.join('\n')}</ul>`
}

const MARK =
  '<svg aria-hidden="true" width="24" height="24" viewBox="0 0 32 32" fill="none" stroke="currentColor" stroke-width="2.5">' +
  '<circle cx="16" cy="16" r="9.5"/><path d="M16 2.5v6.5M16 23v6.5M2.5 16H9M23 16h6.5" stroke-linecap="round"/>' +
  '<circle cx="16" cy="16" r="3" fill="currentColor" stroke="none"/></svg>'

/** The APIs that are described here; each has a page of its own. */
function versions(path: string): string {
  const links = Object.values(DOCS_PATHS).map(
    ({ path: to, title }) =>
      `<a class="version" href="${to}"${to === path ? ' aria-current="page"' : ''}>${title}</a>`,
  )
  return `<p class="versions">${links.join('')}</p>`
}

function side(groups: readonly Group[], path: string): string {
  return `<header class="side">
  <div class="top">
    <a class="brand" href="/">${MARK}<span>Tonscope<small>API reference</small></span></a>
    <button type="button" class="quiet contents" aria-expanded="false" aria-controls="contents">Contents</button>
  </div>
  ${versions(path)}
  <div class="filter" role="search">
    <input id="filter" type="search" placeholder="Filter operations" aria-label="Filter operations" aria-keyshortcuts="/" autocomplete="off" spellcheck="false">
    <kbd aria-hidden="true">/</kbd>
    <p class="visually-hidden" id="found" role="status"></p>
  </div>
  <nav id="contents" aria-label="Operations">${navigation(groups)}</nav>
  <div class="key">
    <label for="api-key">API key <span class="hint">optional</span></label>
    <input id="api-key" type="text" placeholder="none" autocomplete="off" spellcheck="false" autocapitalize="off" aria-describedby="key-note">
    <p id="key-note">Sent with everything you try here; kept until this window is closed.</p>
  </div>
</header>`
}

/** What one page describes. */
export type DocsBook = {
  readonly path: string
  readonly document: OpenApiDocument
  /** Other names of an operation; their paths are not told twice. */
  aliasesOf(name: string): readonly string[]
  /** HTML. */
  readonly introduction: string
}

/** The page of one API. Scripts and styles are files of their own, as the content policy asks. */
export function docsPage({ path, document, aliasesOf, introduction }: DocsBook): string {
  const operations = operationsOf(document, aliasesOf)
  const groups = document.tags.map(({ name: tag }) => ({
    tag,
    members: operations.filter((operation) => operation.tag === tag),
  }))
  const sections = groups.map(
    ({ tag, members }) =>
      `<section class="group" aria-labelledby="${idOf(tag)}"><h2 id="${idOf(tag)}">${escapeHtml(titleOf(tag))}</h2>${members
        .map((operation) => operationSection(operation, document))
        .join('\n')}</section>`,
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>API · Tonscope</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${DOCS_STYLE}">
<script type="module" src="${DOCS_SCRIPT}"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the reference</a>
${side(groups, path)}
<main id="content" tabindex="-1">
${introduction}
${sections.join('\n')}
<p class="nothing" hidden>No operation has that in its name, parameters or description.</p>
</main>
</body>
</html>
`
}
