import { describe, expect, it } from 'vitest'
import { gasUntilAccepted } from '../../../src-main/tvm/gasLog.ts'

const lines = (...texts: string[]) => texts.join('\n')

describe('gasUntilAccepted', () => {
  it.each([
    [
      'up to the instruction that accepts, without the log after it',
      lines(
        'execute SETCP 0',
        'gas remaining: 9974',
        'execute ACCEPT',
        'changing gas limit to 1000000',
        'gas remaining: 998416',
        'execute NOP',
        'gas remaining: 998398',
      ),
      1584n,
    ],
    [
      'up to the first of two',
      lines(
        'changing gas limit to 500',
        'gas remaining: 440',
        'changing gas limit to 1000',
        'gas remaining: 100',
      ),
      60n,
    ],
    [
      'all of it where nothing accepts, an exception included',
      lines(
        'execute THROWIF 31',
        'default exception handler, terminating vm with exit code 31',
        'gas remaining: 9898',
      ),
      102n,
    ],
    ['all of the limit where it is too low for its own instruction', 'changing gas limit to 20', 20n],
    ['beyond the credit', lines('execute NOP', 'gas remaining: -5'), 10_005n],
    ['nothing where nothing ran', '', 0n],
  ])('is the gas %s', (_what, log, gas) => {
    expect(gasUntilAccepted(log, 10_000n)).toBe(gas)
  })
})
