import { describe, expect, it } from 'vitest'
import { parseServeArguments } from '../../../src-main/cli/arguments.ts'
import { UsageError } from '../../../src-main/cli/usageError.ts'

describe('parseServeArguments', () => {
  it('reads what was given and leaves the rest to the defaults', () => {
    expect(parseServeArguments(['--headless', '--network', 'archive:../x', '--port', '0'])).toEqual({
      network: 'archive:../x',
      port: 0,
    })
    expect(parseServeArguments([])).toEqual({})
    expect(parseServeArguments(['--cache', 'off'])).toEqual({ cache: false })
    expect(parseServeArguments(['--liteserver-port', '4000'])).toEqual({ liteserverPort: 4000 })
  })

  it('reads where it listens and who may ask', () => {
    const args = ['--host', '0.0.0.0', '--allow-host', 'Node.lan', '--allow-host', 'x:9000', '--keys', 'on']
    expect(parseServeArguments(args)).toEqual({ host: '0.0.0.0', hosts: ['node.lan', 'x:9000'], keys: true })
    expect(parseServeArguments(['--page-sends', 'off'])).toEqual({ pageSends: false })
  })

  it('reads the hint server and refuses what is no web address', () => {
    const url = 'https://toncenter.com/api/v3'
    expect(parseServeArguments(['--hints', url])).toEqual({ hints: { url } })
    expect(() => parseServeArguments(['--hints', 'toncenter.com'])).toThrow('--hints takes')
    expect(parseServeArguments([])).not.toHaveProperty('hints')
  })

  it('reads how off-chain token content is fetched', () => {
    expect(parseServeArguments(['--no-metadata'])).toEqual({ metadata: { enabled: false } })
    const args = [
      '--metadata-allow',
      '10.0.0.0/8',
      '--metadata-allow',
      'nas:80',
      '--ipfs-gateway',
      'http://nas/ipfs/',
    ]
    expect(parseServeArguments(args)).toEqual({
      metadata: { allowed: ['10.0.0.0/8', 'nas:80'], ipfsGateways: ['http://nas/ipfs/'] },
    })
  })

  it('reads what only a devnet takes', () => {
    const args = ['--shards', '2', '--block-interval', '0.5', '--traffic', 'off', '--seed', 'x']
    const more = ['--scenario', 'off', '--devnet-recover', 'read-only']
    expect(parseServeArguments([...args, ...more])).toEqual({
      devnet: {
        recover: 'read-only',
        seed: 'x',
        scenario: false,
        blockInterval: 0.5,
        traffic: false,
        shards: 2,
      },
    })
  })

  it.each([
    [['--shards', '3'], '--shards takes 1, 2, 4, 8 or 16, not 3'],
    [['--block-interval', '-1'], '--block-interval takes seconds, not -1'],
    [['--block-interval', '5s'], '--block-interval takes seconds, not 5s'],
    [['--scenario', 'no'], '--scenario takes on or off, not no'],
    [['--devnet-recover', 'backup'], '--devnet-recover takes archive, read-only or reset, not backup'],
    [['--liteserver-port', 'x'], '--liteserver-port takes a number from 0 to 65535, not x'],
    [['--ipfs-gateway', 'nas'], '--ipfs-gateway takes an http or https URL, not nas'],
    [['--cache', 'yes'], '--cache takes on or off, not yes'],
    [['--port', '80x'], '--port takes a number from 0 to 65535, not 80x'],
    [['--port', '65536'], '--port takes a number from 0 to 65535, not 65536'],
    [['--page-sends', 'no'], '--page-sends takes on or off, not no'],
    [['--keys', 'yes'], '--keys takes on or off, not yes'],
    [['--allow-host', 'http://x'], '--allow-host takes a name as it stands in an address, not http://x'],
    [['--prot', '1'], 'serve has no option --prot'],
    [['sample'], "serve does not take 'sample'"],
  ])('%j is refused', (args, message) => {
    expect(() => parseServeArguments(args)).toThrow(UsageError)
    expect(() => parseServeArguments(args)).toThrow(message)
  })
})
