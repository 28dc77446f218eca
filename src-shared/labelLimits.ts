/** Maximum length of the user's name of an account, characters. */
export const MAX_LABEL_NAME = 40
/** Maximum length of the user's note about an account, characters. */
export const MAX_LABEL_NOTE = 500
/** Maximum number of labels in one change. */
export const MAX_LABEL_CHANGES = 1_000
