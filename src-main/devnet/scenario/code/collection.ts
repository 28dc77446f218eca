import type { Cell } from '@ton/core'
import { codeCell } from './codeCell.ts'

// Our own collection.tolk, compiled with @ton/tolk-js 1.3.0.
const CODE = [
  'te6ccgECDgEAAiAAART/APSkE/S88sgLAQIBYgIDA7jQ+JHyQCDXLCAAAAAM4wLXLCAAAAAU4wLXLCAAAAAcjikx7UTQ+kjTP9TU1NH4',
  'klAFxwXy4ZEE0z8x+kgwyPpSEss/zBLMzMntVODXLCNJ6cqE4wIwhA8BxwDy9AQFBgIBIAgJAOQx7UTQ+kjTP9TU1NH4kiXHBfLhkQXT',
  'PzHTP/oA10xTJbvy4ZL4KCPIyz/6UskkAtD6SNTRyM+JCAFTNMjPhNDMzPkWzwv/UAX6AoEAjM8LcBPMzPpSzMlx+wAjuo4QAqQDyPpS',
  'E8s/EszMzMntVJJfBeIB/jHtRND6SNM/1NTU0fiSJccF8uGRBddMIIBA9IZvpZCOUVRwBbvy4ZIC+gDU0fgoJMjLP/pSySYC0PpI1NHI',
  'z4kIAVM0yM+E0MzM+RbPC/9QBfoCgQCMzwtwE8zM+lLMyXH7AFEVupMEpATeIYBA9HxvpehfAwPI+lISyz/MzMwHAHgx1ws/+JLtRND6',
  'SDHTPzHUMdQx1NHQ0w/TD/pI0cjPhQgU+lKCEKjLAK3PC44Uyz/LDxLLD/pSyYBA+wAABsntVAIBIAoLACG8gt9qJofSRpn+pqGOoY6K',
  'xAAHuLXTGAIBIAwNADO12v2omh9JBjpn5jqGOoY6mjoaYfph/0kaMABbtPR9qJofSQY6Z+Y6hjqahjo/BQBZGWfiX0pZIDkZ8JoZmZ8i',
  '2RnxQAgZf/nqEA==',
]

/** The code of an NFT collection whose items keep their metadata on the chain. */
export function collectionCode(): Cell {
  return codeCell(CODE)
}
