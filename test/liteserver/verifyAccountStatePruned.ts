import { parseBocRoot } from '../../src-main/chain/cells/parseBoc.ts'
import { openMerkleProof } from '../../src-main/chain/merkle/merkleProof.ts'
import type { AccountAnswer } from '../../src-main/liteserver/session.ts'
import type { AccountState } from '../../src-main/liteserver/tl/accounts.ts'
import {
  type AccountRequest,
  type AccountTrust,
  CHECK,
  verifyAccount,
} from '../../src-main/liteserver/verify/account.ts'
import { expect, proving } from '../../src-main/liteserver/verify/proving.ts'

/**
 * Verifies liteServer.getAccountStatePrunned: the account is itself a proof with pruned code and data.
 * @throws ProofError
 */
export function verifyAccountStatePruned(
  request: AccountRequest,
  answer: AccountState,
  trust: AccountTrust = {},
): AccountAnswer {
  return proving(CHECK, () =>
    verifyAccount(request, answer, trust, (entry) => {
      const account = openMerkleProof(parseBocRoot(answer.state))
      expect(account.hash(0).equals(entry.account.hash(0)), CHECK, 'the state is not that of the account')
      return account
    }),
  )
}
