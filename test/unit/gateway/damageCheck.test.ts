import { describe, expect, it, vi } from 'vitest'
import { ApiError } from '#shared/apiError.ts'
import type { AnyQuery } from '../../../src-main/api/v3/readMessages.ts'
import { queryWithDamageCheck } from '../../../src-main/gateway/damageCheck.ts'
import { StoreError } from '../../../src-main/store/indexStore.ts'
import type { DamageReport } from '../../../src-main/store/integrity/integrityStatus.ts'

const QUERY = {} as AnyQuery
const DAMAGE = 'the index is damaged (page 7 of index.sqlite)'

/** A pool whose readers fail with `error`, over an index in which checks find `damage` or a deleted file. */
function ask(error: Error, damage?: DamageReport, gone?: DamageReport) {
  const found = Promise.withResolvers<DamageReport>()
  const checkDatabase = vi.fn(async () => {
    if (damage) found.resolve(damage)
  })
  const checkFiles = vi.fn(async () => {
    if (gone) found.resolve(gone)
  })
  const onDamage = vi.fn()
  const store = {
    checkDatabase,
    checkFiles,
    damaged: found.promise,
    integrity: () => undefined,
    isReadOnly: false,
  }
  const asked = queryWithDamageCheck({ query: () => Promise.reject(error) }, store, onDamage)
  return { fail: () => asked(QUERY).catch((reason: unknown) => reason), checkDatabase, onDamage }
}

describe('an error of a reader', () => {
  it('becomes the damage that a check finds', async () => {
    const { fail, onDamage } = ask(new RangeError('out of bounds'), { message: DAMAGE, needsRebuild: true })
    expect(await fail()).toEqual(new StoreError('corrupt', DAMAGE))
    expect(onDamage).not.toHaveBeenCalled()
  })

  it('stays as it is in an undamaged index, which is checked once a minute', async () => {
    const error = new RangeError('out of bounds')
    const { fail, checkDatabase } = ask(error)
    expect(await fail()).toBe(error)
    expect(await fail()).toBe(error)
    expect(checkDatabase).toHaveBeenCalledTimes(1)
  })

  it('is a reason to rebuild the index if SQLite finds damage that no checksum shows', async () => {
    const error = new StoreError('corrupt', DAMAGE)
    const { fail, onDamage } = ask(error)
    expect(await fail()).toBe(error)
    expect(onDamage).toHaveBeenCalledWith({ message: DAMAGE, needsRebuild: true })
  })

  it('names the file that was deleted, and causes no check of the others', async () => {
    const error = new StoreError('read-only', 'the index at index.sqlite cannot be opened')
    const gone = { message: 'index.sqlite was deleted', needsRebuild: true }
    const { fail, checkDatabase } = ask(error, undefined, gone)
    expect(await fail()).toEqual(new StoreError('corrupt', gone.message))
    expect(checkDatabase).not.toHaveBeenCalled()
    expect(await ask(error).fail()).toBe(error)
  })

  it('causes no check if it is a refusal', async () => {
    const error = new ApiError(504, 'the query took longer than 3000 ms')
    const { fail, checkDatabase } = ask(error)
    expect(await fail()).toBe(error)
    expect(checkDatabase).not.toHaveBeenCalled()
  })
})
