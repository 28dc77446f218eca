import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { compileTolk, TOLK_SOURCES } from './compileTolk.ts'

// node test/tolk/embed.ts <name>…: writes <name>.ts with the compiled code beside <name>.tolk.

const { version } = createRequire(import.meta.url)('@ton/tolk-js/package.json') as { version: string }
const LINE = 106

for (const name of process.argv.slice(2)) {
  const code = await compileTolk(name)
  const lines =
    code
      .toBoc()
      .toString('base64')
      .match(new RegExp(`.{1,${LINE}}`, 'g')) ?? []
  const source = `import type { Cell } from '@ton/core'
import { codeCell } from './codeCell.ts'

// ${name}.tolk, compiled by @ton/tolk-js ${version} (test/tolk/embed.ts). Hash of the code:
// ${code.hash().toString('hex')}

const CODE = [
${lines.map((line) => `  '${line}',`).join('\n')}
]

/** The code of ${name}.tolk. */
export function ${name}Code(): Cell {
  return codeCell(CODE)
}
`
  writeFileSync(join(TOLK_SOURCES, `${name}.ts`), source)
}
