/** Style and script of the documentation page, served from our own origin. */

export const DOCS_STYLE = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#f6f7f9, #0d1117);
  --panel: light-dark(#ffffff, #141a22);
  --line: light-dark(#e3e7ec, #232c37);
  --ink: light-dark(#10161d, #e8edf3);
  --ink-2: light-dark(#4a5664, #a9b4c1);
  --accent: light-dark(#0077c8, #3db2ff);
}
* { box-sizing: border-box; }
body {
  margin: 0; display: grid; grid-template-columns: 15rem minmax(0, 1fr);
  background: var(--ground); color: var(--ink);
  font: 15px/1.5 system-ui, sans-serif;
}
nav {
  position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1.25rem;
  border-right: 1px solid var(--line); background: var(--panel); font-size: 13px;
}
nav .home { font-weight: 600; font-size: 15px; }
nav ul { list-style: none; margin: 0.5rem 0 0; padding: 0; }
nav span { display: block; margin-top: 1rem; color: var(--ink-2); text-transform: capitalize; }
main { padding: 1.5rem 2.5rem 6rem; max-width: 62rem; }
a { color: var(--accent); text-decoration: none; }
a:hover { text-decoration: underline; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
h1 { font-size: 1.6rem; margin: 0.5rem 0; }
h2 { font-size: 1.15rem; margin: 2.5rem 0 0.5rem; text-transform: capitalize; }
h3 { font-size: 1rem; margin: 0; }
section { border: 1px solid var(--line); border-radius: 10px; background: var(--panel); padding: 1rem 1.25rem; margin: 0.75rem 0; scroll-margin-top: 1rem; }
section p { margin: 0.5rem 0; }
code, pre, input, output { font-family: ui-monospace, monospace; font-size: 13px; }
.method { font: 600 11px/1 system-ui, sans-serif; color: var(--ink-2); border: 1px solid var(--line); border-radius: 4px; padding: 2px 5px; margin-right: 4px; }
table { width: 100%; border-collapse: collapse; margin: 0.5rem 0; }
th, td { text-align: left; vertical-align: top; padding: 0.4rem 0.75rem 0.4rem 0; border-top: 1px solid var(--line); font-weight: normal; }
th { width: 9rem; }
td:last-child { width: 18rem; padding-right: 0; }
.required { display: block; font-size: 12px; color: var(--ink-2); }
.type { display: block; font-size: 12px; color: var(--ink-2); }
input { width: 100%; padding: 0.3rem 0.5rem; border: 1px solid var(--line); border-radius: 4px; background: var(--ground); color: inherit; }
button { padding: 0.35rem 0.9rem; border: 1px solid var(--line); border-radius: 4px; background: var(--panel); color: inherit; font: inherit; cursor: pointer; }
output, pre { display: block; margin: 0.75rem 0 0; padding: 0.75rem; overflow: auto; max-height: 30rem; border-radius: 6px; background: var(--ground); white-space: pre; }
output[hidden] { display: none; }
details { margin-top: 0.75rem; }
summary { cursor: pointer; color: var(--ink-2); }
@media (max-width: 50rem) {
  body { grid-template-columns: minmax(0, 1fr); }
  nav { position: static; height: auto; border-right: 0; border-bottom: 1px solid var(--line); }
  main { padding: 1rem; }
  td:last-child { width: auto; }
}
`.trimStart()

export const DOCS_SCRIPT = `
const MAX_SHOWN = 200_000

async function send(form) {
  const output = form.querySelector('output')
  const query = new URLSearchParams()
  for (const [name, value] of new FormData(form)) {
    const values = name === 'libraries' ? String(value).split(/[\\s,]+/) : [String(value)]
    for (const item of values) if (item !== '') query.append(name, item)
  }
  const url = form.dataset.path + (query.size > 0 ? '?' + query : '')
  output.hidden = false
  output.textContent = 'GET ' + url
  try {
    const response = await fetch(url)
    const body = JSON.stringify(await response.json(), null, 2)
    output.textContent = 'GET ' + url + '\\n' + response.status + '\\n\\n' + body.slice(0, MAX_SHOWN)
  } catch (error) {
    output.textContent = 'GET ' + url + '\\n' + error
  }
}

document.addEventListener('submit', (event) => {
  event.preventDefault()
  send(event.target)
})
`.trimStart()
