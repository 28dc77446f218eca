import type { Cell } from '@ton/core'
import { codeCell } from './codeCell.ts'

// multisigOrder.tolk, compiled by @ton/tolk-js 1.3.0 (test/tolk/embed.ts). Hash of the code:
// b403fa9863d1afaeb4cb6a650a5c9c8c34aab5428ac87f979642d795af1dbf87

const CODE = [
  'te6cckECEAEAAuEAART/APSkE/S88sgLAQIBYgIPAgLOAwsCASAECgOtPiRkTDg7UTQ+kjT/yDHAJkwbW1tbW1tbXCOENMH0gDU0//TB9M',
  'v1NGBAIXiKtdJwh+YKtcLH8AAwwCRcOLjAgrXLCTjn90U4wLXLCU7ERh84wKED/LwgBQYJAJCEDwHDAI4SCouwAAAABhcHByb3ZljHBcMA',
  'kjpw4hry9PiSVGZgVGZgVGZgUvDwAfiS+CUQqxCaEIkQeBBnEFYQRRA08YAD2tAC/viSKscF8uBo0z/TB9TTL9TTAAGT1wsHkjBt4g/AAI',
  '4yXwQqbvLQaVOlePQOb6GT+kjRkjBt4iBu8tBqEKsQmhCJEHgQZxBWEEUQNEMA8YAD2tDhbFU1NfgjJbvy4G9wcFMJbpI1OeMOB8j6UhbL',
  '/8sHFcoAE8wUy/8SywcSyy8HCABAMAmuU5Cw8tBrGbEQJhBYUENxSZNUaAvwAhA4EDZDVAEACMzJ7VQAhAry4GoJ0z/XCwdTBXj0Dm+hk/',
  'pI0ZIwbeIgbrOW+JLHBcMAkjBw4vLgaviSEKsQmhCJEHgQZxBWEEUQNFjxgAPa0ABRO2i7fs3XwQxIHj0hm+lkI4TAfpI0SPHBZRsIdsx4',
  'CF49HxvpejywGqACASAMDQB1FNZvZJfA+A4fyf5AMjPkdQl/XYayz8Sy/8kzwsvJc8LBxjL/yLPFMnIz4WIEvpScc8LbszJgQCQ+wCAB9R',
  'cjhoxyM+FCBP6UoIQr68oPs8Ljss/yx/JgFD7AO3junJ/7RGOT/gjJbvy4G8o8tBwAq5TYLDy0GsWsQSkyM+FCBb6UoIQgmCb9s8LjiHPC',
  'z/JgFD7ACkQRVKS8AIIyPpSF8v/FcsHE8oAzMv/ywfLL8zJ7VTtQe3xAYA4ABPL/AH2hx3HaiaH0kaf+QY4BMmDa2tra2tra4Rwhpg+kAa',
  'mn/6YPpl+powIBC8Ta2tra2traD4ABJNjvKL4OqqHEqgs6iKFj',
]

/** The code of multisigOrder.tolk. */
export function multisigOrderCode(): Cell {
  return codeCell(CODE)
}
