/** Maximum length of a bag of cells whose types are recognized, characters: a block of a busy shard. */
export const MAX_CELL_TEXT = 1_000_000
