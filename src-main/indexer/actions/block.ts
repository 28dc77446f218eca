import type { ActionFields } from './row.ts'
import type { TraceMessage, TraceTransaction } from './trace.ts'

/** A message with the transaction that received it; an external-out message with the one that sent it. */
export type MessageNode = {
  /** Undefined for a tick-tock transaction. */
  readonly message: TraceMessage | undefined
  /** The message's hash in base64, from which the action's id is derived. */
  readonly hash: string
  readonly transaction: TraceTransaction
  /** The message whose transaction sent this one. */
  readonly parent: MessageNode | undefined
  readonly lt: bigint
  readonly utime: number
  /** True for an external-out message. */
  readonly isOutward: boolean
  /** True for a message that was never sent because its external message failed. */
  readonly isGhost: boolean
  readonly aborted: boolean
}

/** A kind of block: the internal name from which action ids are derived, and the conversion of its facts to a row. */
export type ActionKind<F> = {
  /** Block type of docs/actions §5. */
  readonly block: string
  /** The served type, if its name differs. */
  readonly type?: string
  fields(facts: F, block: Block): ActionFields
  /** Returns accounts in addition to those of every action (docs/actions §5). */
  accounts?(facts: F): readonly (string | null | undefined)[]
}

/** The result of a rule for some blocks. */
export type BlockContent = {
  readonly kind: ActionKind<never>
  readonly facts: unknown
}

/** One or more messages of a trace that form a unit. */
export class Block {
  readonly content: BlockContent
  readonly nodes: readonly MessageNode[]
  /** The blocks from which this one was made; empty for a basic block. */
  readonly members: readonly Block[]
  failed: boolean
  parent: Block | undefined
  children: Block[] = []
  /** The block into which this one was merged. */
  mergedInto: Block | undefined

  constructor(
    content: BlockContent,
    nodes: readonly MessageNode[],
    failed: boolean,
    members: readonly Block[] = [],
  ) {
    this.content = content
    this.nodes = nodes
    this.failed = failed
    this.members = members
  }

  get type(): string {
    return this.content.kind.block
  }

  /** The earliest message of the block. */
  get first(): MessageNode {
    let [first] = this.nodes as [MessageNode]
    for (const node of this.nodes) if (node.lt < first.lt) first = node
    return first
  }

  /** The message of a basic block; undefined for a tick-tock transaction and for blocks of rules. */
  get message(): TraceMessage | undefined {
    return this.isBasic ? this.nodes[0]?.message : undefined
  }

  /** The message of a basic block. Throws an Error for any other block. */
  get ownMessage(): TraceMessage {
    const { message } = this
    if (!message) throw new Error(`a block ${this.type} has no message of its own`)
    return message
  }

  get isBasic(): boolean {
    return this.members.length === 0
  }

  /** The opcode of a call; undefined for any other block. */
  get opcode(): number | undefined {
    return this.type === 'call_contract' ? this.nodes[0]?.message?.opcode : undefined
  }

  fields(): ActionFields {
    const { kind, facts } = this.content
    return kind.fields(facts as never, this)
  }

  accounts(): readonly (string | null | undefined)[] {
    const { kind, facts } = this.content
    return kind.accounts?.(facts as never) ?? []
  }
}

/** Returns a block's facts if it is of this kind. */
export function factsOf<F>(block: Block | undefined, kind: ActionKind<F>): F | undefined {
  return block && block.content.kind === (kind as unknown) ? (block.content.facts as F) : undefined
}

/** Compares blocks by their first messages. */
export function byLt({ first: a }: Block, { first: b }: Block): number {
  return a.lt < b.lt ? -1 : a.lt > b.lt ? 1 : 0
}

/** Returns the blocks of a tree, each after its parent, level by level. */
export function breadthFirst(root: Block): Block[] {
  const blocks = [root]
  for (let i = 0; i < blocks.length; i++) blocks.push(...(blocks[i]?.children ?? []))
  return blocks
}

/** Returns whether a transaction activated an account that was neither active nor frozen (docs/actions §3). */
export function isDeployment({ transaction, isOutward }: MessageNode): boolean {
  const { origStatus, endStatus } = transaction
  return !isOutward && endStatus === 'active' && origStatus !== 'active' && origStatus !== 'frozen'
}
