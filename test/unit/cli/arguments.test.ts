import { describe, expect, it } from 'vitest'
import { parseServeArguments, UsageError } from '../../../src-main/cli/arguments.ts'

describe('parseServeArguments', () => {
  it('reads what was given and leaves the rest to the defaults', () => {
    expect(parseServeArguments(['--headless', '--network', 'archive:../x', '--port', '0'])).toEqual({
      network: 'archive:../x',
      port: 0,
    })
    expect(parseServeArguments([])).toEqual({})
  })

  it.each([
    [['--port', '80x'], '--port takes a number from 0 to 65535, not 80x'],
    [['--port', '65536'], '--port takes a number from 0 to 65535, not 65536'],
    [['--prot', '1'], "Unknown option '--prot'"],
    [['sample'], "Unexpected argument 'sample'"],
  ])('%j is refused', (args, message) => {
    expect(() => parseServeArguments(args)).toThrow(UsageError)
    expect(() => parseServeArguments(args)).toThrow(message)
  })
})
