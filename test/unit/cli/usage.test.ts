import { describe, expect, it } from 'vitest'
import { USAGE, usageOf } from '../../../src-main/cli/usage.ts'

describe('usageOf', () => {
  it('returns the entry of the subcommand alone, with its further lines', () => {
    expect(usageOf(['devnet', 'step', '0'])).toBe(
      'tonscope devnet COMMAND [--url http://127.0.0.1:8081]\n\n' +
        '  step [N]                            N blocks now; default 1',
    )
    const backfill = usageOf(['index', 'backfill'])
    expect(backfill.match(/^ {2}backfill/gm)).toHaveLength(3)
    expect(backfill).toContain('[--oldest-first]')
    expect(backfill).not.toContain('reclassify')
  })

  it('finds a subcommand that shares an entry with others', () => {
    expect(usageOf(['keys', 'off'])).toContain('on, off')
    expect(usageOf(['devnet', 'restore'])).toContain('restore NAME')
    expect(usageOf(['index', 'verify'])).toContain('verify [--sample N | --all]')
    expect(usageOf(['index', 'verify'])).not.toContain('--url')
  })

  it('returns the whole usage of a command for an unknown subcommand', () => {
    expect(usageOf(['devnet', 'explode'])).toContain('faucet ADDRESS')
    expect(usageOf(['devnet', 'explode'])).not.toContain('tonscope keys')
  })

  it('lists the commands for an unknown command', () => {
    for (const args of [[], ['explode'], ['constructor']]) {
      expect(usageOf(args).split('\n')).toHaveLength(1)
      expect(usageOf(args)).toContain('serve, networks, keys, decode, actions, devnet, doctor, index')
    }
  })

  it('keeps every command in the help', () => {
    for (const name of ['serve', 'networks', 'keys', 'decode', 'actions', 'devnet', 'doctor', 'index']) {
      expect(USAGE).toContain(`tonscope ${name}`)
    }
  })
})
