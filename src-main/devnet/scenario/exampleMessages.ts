import { serializeBoc } from '../../chain/cells/serializeBoc.ts'
import type { ExampleMessages } from '../runtime/runningDevnet.ts'
import { commentBody } from './comments.ts'
import type { ScenarioContext } from './scenarioContext.ts'
import { externalMessage, usersOf } from './users.ts'
import { highloadOrder } from './walletContract.ts'

/** First query id of a shift for examples; the scenario's own orders have the lowest ones. */
const FIRST_BIT = 1000
/** Number of messages of a set, and of sets of a shift. */
const EXAMPLE_MESSAGES = 4
const SETS_PER_SHIFT = 5
const SHIFTS = 2 ** 13
const QUERIES_PER_SHIFT = 1024
/** Number of sets of one block: after none, one, two or more waiting messages. */
const SETS_PER_BLOCK = 4
/** Nanoton */
const AMOUNT = 1_000_000n

/**
 * Returns external messages that the chain accepts in its present state, in any order, each once: orders of the
 * highload wallet, which has no sequence numbers. The set changes with each block and with the messages that wait for
 * the next one, so that a new set has no sent messages; it repeats after 10,000 blocks.
 * @param seqno of the newest masterchain block
 */
export function exampleMessages(
  context: Pick<ScenarioContext, 'devnet' | 'seed' | 'now'>,
  seqno: number,
): ExampleMessages {
  const { alice, heidi } = usersOf(context)
  const set = seqno * SETS_PER_BLOCK + Math.min(context.devnet.waitingMessages, SETS_PER_BLOCK - 1)
  const shift = set % SHIFTS
  const firstBit = FIRST_BIT + EXAMPLE_MESSAGES * (Math.floor(set / SHIFTS) % SETS_PER_SHIFT)
  const messageAt = (at: number) => {
    const queryId = shift * QUERIES_PER_SHIFT + firstBit + at
    const transfers = [{ to: alice.address, amount: AMOUNT, body: commentBody(`example ${at + 1}`) }]
    const message = externalMessage(heidi.address, highloadOrder(heidi, queryId, transfers, context.now()))
    return serializeBoc(message).toString('base64')
  }
  return {
    receiver: heidi.address.toRawString(),
    messages: [messageAt(0), messageAt(1), messageAt(2), messageAt(3)],
  }
}
