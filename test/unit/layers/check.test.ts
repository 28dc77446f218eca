import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { breachOf, findBreaches, importsOf } from '../../layers/check.ts'

describe('the layer rule', () => {
  it('holds in this tree', () => {
    expect(findBreaches(fileURLToPath(new URL('../../..', import.meta.url)))).toEqual([])
  })

  it.each([
    ['src-main/chain/blockId.ts', 'src-shared/ton/shard.ts', undefined],
    ['src-main/api/v2/blocks.ts', 'src-main/liteserver/session.ts', undefined],
    ['src-main/cli.ts', 'src-main/gateway/gateway.ts', undefined],
    [
      'src-main/chain/blockId.ts',
      'src-main/liteserver/session.ts',
      'src-main/liteserver is not below src-main/chain',
    ],
    [
      'src-main/tvm/run.ts',
      'src-main/liteserver/session.ts',
      'src-main/liteserver is not below src-main/tvm',
    ],
    ['src-shared/ton/shard.ts', 'src-main/chain/blockId.ts', 'src-main/chain is not below src-shared'],
    ['src-renderer/app.tsx', 'src-main/chain/blockId.ts', 'the renderer imports src-shared only'],
    [
      'src-main/gateway/gateway.ts',
      'electron',
      'only src-main/desktop and src-main/index.ts import electron',
    ],
    ['src-main/attic/x.ts', 'src-shared/ton/shard.ts', 'no floor is known for src-main/attic/x.ts'],
  ])('%s importing %s', (file, target, reason) => expect(breachOf(file, target)).toBe(reason))

  it('sees every form of import', () => {
    const source = `import 'a'\nimport type { B } from 'b'\nexport { c } from "c"\nconst d = await import('d')\nimport {\n  e,\n} from 'e'`
    expect(importsOf(source)).toEqual(['a', 'b', 'c', 'd', 'e'])
  })
})
