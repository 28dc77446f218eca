/**
 * `GET /api/tonscope/disassembly`: the code of an account as instructions. Not part of toncenter's API.
 */

export const DISASSEMBLY_PATH = '/api/tonscope/disassembly'

/** A code as blocks of instructions, each block once. The first one is where a run begins. */
export type DisassemblyJson = {
  /** Hexadecimal, as all hashes here. */
  readonly code_hash: string
  readonly blocks: readonly CodeBlockJson[]
  /** False if the code has more instructions than are returned. */
  readonly is_whole: boolean
  /** The public libraries to which the code refers. */
  readonly libraries: readonly { readonly hash: string; readonly found: boolean }[]
}

/** A part of a cell that holds code: the bits from `offset` on. */
export type CodeBlockJson = {
  /** The hash of the cell. */
  readonly cell: string
  readonly offset: number
  readonly bits: number
  readonly instructions: readonly InstructionJson[]
}

/** An instruction at a bit offset of its block's cell. */
export type InstructionJson = {
  readonly offset: number
  /** `PUSHINT 5`. Of data that is no code: `x{…}`. */
  readonly text: string
  /** The blocks that the instruction refers to. */
  readonly blocks?: readonly BlockRefJson[]
  /** Hashes of cells of data that it refers to. */
  readonly cells?: readonly string[]
  /** True if the end of a cell implies the instruction: it has no bits. */
  readonly implicit?: true
  /** True if the bits are not an instruction. */
  readonly is_data?: true
}

/** A block that an instruction refers to. */
export type BlockRefJson = {
  /** The index in `blocks`. */
  readonly block: number
  /** The key in a dictionary of methods, signed: 0 is `recv_internal`. */
  readonly method_id?: number
  /** The name of the method, if the id is that of a known one. */
  readonly method?: string
}

/** `GET`'s answer: the account's code, and its storage by the layout of a known contract. */
export type ContractJson = {
  /** Raw form. */
  readonly address: string
  readonly disassembly: DisassemblyJson | null
  readonly storage: StorageJson | null
}

/** The storage of a contract whose layout is known. */
export type StorageJson = {
  /** The contract's name. */
  readonly contract: string
  /** The fields as v3 prints them: numbers in decimal, cells in base64. */
  readonly value: unknown
}
