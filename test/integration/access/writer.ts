import { changeAccessFile, makeKey } from '../../../src-main/gateway/accessFile.ts'

/** A process that adds keys to the file of a folder: `writer.ts FOLDER PREFIX COUNT`; prints the name of each. */
const [folder = '', prefix = '', count = '0'] = process.argv.slice(2)
for (let i = 0; i < Number(count); i++) {
  const { stored, change } = makeKey({ name: `${prefix}-${i}`, rate: null, networks: null })
  await changeAccessFile(folder, change)
  console.log(stored.name)
}
