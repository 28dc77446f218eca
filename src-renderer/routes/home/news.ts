/** Hides the network's own actions. Spam is not filtered, since the list belongs to no account. */
export const NEWS = { spam: true, system: false, failedOnly: false }

/** The context of a filter without an account. */
export const NO_PERSON = { here: '', isImitation: () => false, hasFailed: () => undefined }
