import { describe, expect, it } from 'vitest'
import { layerFault } from '../../lint/layers.ts'

describe('the layer rule', () => {
  it.each([
    ['src-main/chain/blockId.ts', 'src-shared/ton/shard.ts'],
    ['src-main/api/v2/blocks.ts', 'src-main/liteserver/session.ts'],
    ['src-main/cli.ts', 'src-main/gateway/gateway.ts'],
    ['src-main/desktop/window.ts', 'electron'],
  ])('lets %s import %s', (file, target) => expect(layerFault(file, target)).toBeUndefined())

  it.each([
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
    ['src-renderer/app.tsx', 'src-main/chain/blockId.ts', 'src-renderer imports from src-shared only'],
    [
      'src-main/gateway/gateway.ts',
      'electron',
      'only src-main/desktop and src-main/index.ts import electron',
    ],
    ['src-main/attic/x.ts', 'src-shared/ton/shard.ts', 'src-main/attic/x.ts belongs to no layer'],
  ])('keeps %s from importing %s', (file, target, reason) => expect(layerFault(file, target)).toBe(reason))
})
