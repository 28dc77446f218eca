import type { ActionFields } from './row.ts'
import type { TraceMessage, TraceTransaction } from './trace.ts'

/** A message with the transaction that received it; for a message to the outside, the one that sent it. */
export type MessageNode = {
  /** Undefined for a tick-tock transaction. */
  readonly message: TraceMessage | undefined
  /** What the action's id is made of: the message's hash, base64. */
  readonly hash: string
  readonly transaction: TraceTransaction
  /** The message whose transaction sent this one. */
  readonly parent: MessageNode | undefined
  readonly lt: bigint
  readonly utime: number
  /** The message went to the outside. */
  readonly isOutward: boolean
  /** It was never sent: its message from outside failed. */
  readonly isGhost: boolean
  readonly aborted: boolean
}

/** A kind of block: the internal name that action ids are made of, and how its facts become a row. */
export type ActionKind<F> = {
  /** Block type of docs/actions §5. */
  readonly block: string
  /** Served type, where it has another name. */
  readonly type?: string
  fields(facts: F, block: Block): ActionFields
  /** Returns accounts in addition to those of every action (docs/actions §5). */
  accounts?(facts: F): readonly (string | null | undefined)[]
}

/** What a rule has made of some blocks. */
export type BlockContent = {
  readonly kind: ActionKind<never>
  readonly facts: unknown
}

/** One or more messages of a trace that mean something together. */
export class Block {
  readonly content: BlockContent
  readonly nodes: readonly MessageNode[]
  /** Blocks that this one was made of; none for a basic block. */
  readonly members: readonly Block[]
  failed: boolean
  /** A rule found the block inconsistent. */
  isBroken = false
  parent: Block | undefined
  children: Block[] = []
  /** The block that this one has become a part of. */
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

  /** The message with which the block begins. */
  get first(): MessageNode {
    let [first] = this.nodes as [MessageNode]
    for (const node of this.nodes) if (node.lt < first.lt) first = node
    return first
  }

  /** The message of a basic block; undefined for a tick-tock and for blocks that rules made. */
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

/** Checks that a transaction made its account active that was not active before, nor frozen (docs/actions §3). */
export function isDeployment({ transaction, isOutward }: MessageNode): boolean {
  const { origStatus, endStatus } = transaction
  return !isOutward && endStatus === 'active' && origStatus !== 'active' && origStatus !== 'frozen'
}
