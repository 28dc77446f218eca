import { readFile, writeFile } from 'node:fs/promises'
import subsetFont from 'subset-font'

const [packages, out] = process.argv.slice(2)
const ASCII = Array.from({ length: 0x5f }, (_, i) => String.fromCodePoint(0x20 + i)).join('')
const SIGNS = '\u00a0\u00b7\u00d7\u2009\u2013\u2014\u2018\u2019\u201c\u201d\u2026\u202f\u2191\u2193\u2212'
/** Russian, Ukrainian and Belarusian, without Ґ, which the source has in another subset. */
const CYRILLIC = `${Array.from({ length: 0x40 }, (_, i) => String.fromCodePoint(0x410 + i)).join('')}ЁёЄєІіЇїЎў`
const LATIN_FEATURES = ['cv11', 'zero', 'tnum', 'kern', 'mark', 'ccmp', 'locl']
const WEIGHTS = { min: 400, max: 600 }
const FONTS = [
  { family: 'inter', script: 'latin', text: ASCII + SIGNS, keepFeatures: LATIN_FEATURES, wght: WEIGHTS },
  { family: 'inter', script: 'cyrillic', text: CYRILLIC, keepFeatures: ['kern'], wght: WEIGHTS },
  { family: 'jetbrains-mono', script: 'latin', text: ASCII + SIGNS, keepFeatures: ['zero'], wght: 400 },
]

for (const { family, script, text, keepFeatures, wght } of FONTS) {
  const source = `${packages}/@fontsource-variable/${family}/files/${family}-${script}-wght-normal.woff2`
  const font = await subsetFont(await readFile(source), text, {
    targetFormat: 'woff2',
    variationAxes: { wght },
    keepFeatures,
  })
  await writeFile(`${out}/${family}-${script}-basic.woff2`, font)
  console.log(family, script, font.length)
}
