import { describe, expect, it } from 'vitest'
import { matchCommands } from '../../../../src-renderer/search/commands.ts'

function labels(text: string, isDevnet = true): readonly string[] {
  return matchCommands(text, isDevnet).map(({ label }) => label)
}

describe('matchCommands', () => {
  it.each([
    { text: 'faucet', first: 'Faucet' },
    { text: 'BACKFILL', first: 'Index' },
    { text: 'dark', first: 'Dark theme' },
    { text: 'validators', first: 'Configuration' },
    { text: 'boc', first: 'Cell inspector' },
    { text: 'mainnet', first: 'Networks' },
  ])('finds $first by "$text"', ({ text, first }) => {
    expect(labels(text)[0]).toBe(first)
  })

  it('lists a page whose name begins with the text before one with another word', () => {
    expect(labels('mess').slice(0, 2)).toEqual(['Messages', 'Send a message'])
  })

  it('has no page of the devnet on another network, and nothing for a single letter', () => {
    expect(labels('faucet', false)).toEqual([])
    expect(labels('f')).toEqual([])
    expect(labels('  ')).toEqual([])
  })
})
