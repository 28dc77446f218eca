import { describe, expect, it } from 'vitest'
import { v2Operations } from '#shared/schema/v2/operations.ts'
import { openApiDocument } from '../../../src-main/http/openApi.ts'
import { testApp } from './testApp.ts'

describe('openApiDocument', () => {
  const document = openApiDocument('2.1.11')

  it('describes GET and POST of every operation and alias', () => {
    type Listed = { name: string; aliases?: readonly string[]; postOnly?: boolean }
    const names = Object.values(v2Operations as Record<string, Listed>)
    const paths = names
      .flatMap(({ name, aliases = [] }) => [name, ...aliases])
      .map((name) => `/api/v2/${name}`)
    expect(Object.keys(document.paths).toSorted()).toEqual(paths.toSorted())
    for (const { name, postOnly } of names) {
      const methods = Object.keys(document.paths[`/api/v2/${name}`] ?? {})
      expect(methods).toEqual(postOnly ? ['post'] : ['get', 'post'])
    }
  })

  it('has a component for every reference', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)]
    expect(references.length).toBeGreaterThan(50)
    const missing = references
      .map(([, name]) => name ?? '')
      .filter((name) => !(name in document.components.schemas))
    expect(missing).toEqual([])
    expect(JSON.stringify(document)).not.toContain('$defs')
  })

  it('says what a parameter is', () => {
    const { get } = document.paths['/api/v2/getTransactions'] as {
      get: { parameters: readonly { name: string; required: boolean; schema: object }[] }
    }
    expect(get.parameters.map(({ name, required }) => [name, required])).toEqual([
      ['address', true],
      ['limit', false],
      ['lt', false],
      ['hash', false],
      ['to_lt', false],
      ['archival', false],
    ])
    expect(get.parameters[1]?.schema).toMatchObject({ type: 'integer', default: 10 })
  })
})

describe('/docs', () => {
  it('is a page without inline script or style, with a section for every operation', async () => {
    const response = await testApp().request('/docs')
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const html = await response.text()
    expect(html).not.toMatch(/<script(?![^>]*src=)|<style|\sstyle=|\son\w+=/)
    for (const name of Object.keys(v2Operations)) expect(html).toContain(`<section id="${name}"`)
    for (const [, path = ''] of html.matchAll(/(?:href|src)="(\/[^"#]*)"/g)) {
      if (path === '/') continue
      expect([path, (await testApp().request(path)).status]).toEqual([path, 200])
    }
  })

  it('is where /api/v2 leads to', async () => {
    const response = await testApp().request('/api/v2')
    expect([response.status, response.headers.get('location')]).toEqual([302, '/docs'])
  })
})
