import { describe, expect, it } from 'vitest'
import { coverageNote } from '../../../../src-renderer/format/coverageNote.ts'

describe('the note of a coverage', () => {
  it('is absent where it names blocks only', () => {
    for (const covered of [undefined, 'none', '1-40', '1-40,50-60'])
      expect(coverageNote(covered)).toBeUndefined()
  })

  it('has what follows the blocks', () => {
    expect(coverageNote('1-40; 3 contracts not verified yet')).toBe('3 contracts not verified yet')
  })

  it('says of a list from a hint server who named it and what is not proved', () => {
    const hints = 'toncenter.com named what is listed here, and the network proves each row.'
    const unproved = 'Whether more exists is not proved.'
    expect(coverageNote('none, hints toncenter.com, completeness unproved')).toBe(`${hints} ${unproved}`)
    expect(
      coverageNote(
        '1-4, hints toncenter.com, completeness unproved, 2 not read in time; 1 contract not verified yet',
      ),
    ).toBe(
      `${hints} ${unproved} 2 of the named contracts could not be read in time. 1 contract not verified yet`,
    )
  })

  it('says of a list of a watched account as of which block it is, and what is not proved or read', () => {
    const covered = 'none, watched account 0:83DF lt 1-4800 as of seqno 4795, completeness unproved'
    const named = 'The history of this watched account named what is listed here, as of block 4795.'
    const unproved = 'Whether more exists is not proved.'
    expect(coverageNote(covered)).toBe(`${named} ${unproved}`)
    expect(
      coverageNote(`${covered}, 2 contracts not read, 1 trace not read; 3 contracts not verified yet`),
    ).toBe(`${named} ${unproved} Also: 2 contracts not read, 1 trace not read. 3 contracts not verified yet`)
  })
})
