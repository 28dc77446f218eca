import { readFile, writeFile } from 'node:fs/promises'
import subsetFont from 'subset-font'

const [packages, out] = process.argv.slice(2)
const ASCII = Array.from({ length: 0x5f }, (_, i) => String.fromCodePoint(0x20 + i)).join('')
const SIGNS = '\u00a0\u00b7\u00d7\u2009\u2013\u2014\u2018\u2019\u201c\u201d\u2026\u202f\u2191\u2193\u2212'
const CYRILLIC = Array.from({ length: 0x60 }, (_, i) => String.fromCodePoint(0x400 + i)).join('')
const LATIN_FEATURES = ['cv11', 'zero', 'tnum', 'kern', 'mark', 'ccmp', 'locl']
const FONTS = [
  { family: 'inter', script: 'latin', text: ASCII + SIGNS, keepFeatures: LATIN_FEATURES },
  { family: 'inter', script: 'cyrillic', text: CYRILLIC, keepFeatures: ['kern', 'mark', 'ccmp', 'locl'] },
  { family: 'jetbrains-mono', script: 'latin', text: ASCII + SIGNS, keepFeatures: ['zero'] },
]

for (const { family, script, text, keepFeatures } of FONTS) {
  const source = `${packages}/@fontsource-variable/${family}/files/${family}-${script}-wght-normal.woff2`
  const variationAxes = { wght: { min: 400, max: 600 } }
  const font = await subsetFont(await readFile(source), text, {
    targetFormat: 'woff2',
    variationAxes,
    keepFeatures,
  })
  await writeFile(`${out}/${family}-${script}-basic.woff2`, font)
  console.log(family, script, font.length)
}
