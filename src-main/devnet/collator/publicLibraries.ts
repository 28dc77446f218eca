import type { Cell } from '@ton/core'
import { type HashmapCodec, HashmapE } from '../../chain/hashmap/hashmap.ts'
import { openAccount } from '../../chain/state/account.ts'
import { type LibDescr, PUBLISHERS } from '../../chain/state/libDescr.ts'
import type { TouchedAccount } from './touchedAccounts.ts'

// simple_lib$_ public:Bool root:^Cell = SimpleLib;
const ACCOUNT_LIBRARIES: HashmapCodec<{ readonly isPublic: boolean; readonly root: Cell }> = {
  type: 'StateInit.library',
  keyBits: 256,
  loadValue: (slice) => ({ isPublic: slice.loadBit(), root: slice.loadRef() }),
  storeValue:
    ({ isPublic, root }) =>
    (builder) => {
      builder.storeBit(isPublic).storeRef(root)
    },
}

/** Returns the public libraries of the masterchain after a block that changed these accounts. */
export function librariesAfter(
  libraries: HashmapE<LibDescr>,
  touched: Iterable<TouchedAccount>,
): HashmapE<LibDescr> {
  let after = libraries
  for (const { accountId, before, now } of touched) {
    const published = publishedBy(now.account)
    const publishedBefore = publishedBy(before)
    for (const [name, root] of published) {
      if (!publishedBefore.has(name)) after = withPublisher(after, root, accountId)
    }
    for (const [name, root] of publishedBefore) {
      if (!published.has(name)) after = withoutPublisher(after, root, accountId)
    }
  }
  return after
}

/** Returns the libraries that an account makes public, by their hash. */
function publishedBy(account: Cell): ReadonlyMap<string, Cell> {
  const state = openAccount(account)?.storage.state
  const root = state?.type === 'active' ? state.init.library : undefined
  const published = new Map<string, Cell>()
  if (!root) return published
  for (const { key, value } of new HashmapE(ACCOUNT_LIBRARIES, root).entries()) {
    if (value.isPublic && value.root.hash().equals(key)) published.set(key.toString('latin1'), value.root)
  }
  return published
}

function withPublisher(libraries: HashmapE<LibDescr>, lib: Cell, accountId: Buffer): HashmapE<LibDescr> {
  const publishers = libraries.get(lib.hash())?.publishers ?? new HashmapE(PUBLISHERS)
  return libraries.set(lib.hash(), { lib, publishers: publishers.set(accountId, true) })
}

function withoutPublisher(libraries: HashmapE<LibDescr>, lib: Cell, accountId: Buffer): HashmapE<LibDescr> {
  const publishers = libraries.get(lib.hash())?.publishers.delete(accountId)
  if (!publishers) return libraries
  if (publishers.isEmpty) return libraries.delete(lib.hash())
  return libraries.set(lib.hash(), { lib, publishers })
}
