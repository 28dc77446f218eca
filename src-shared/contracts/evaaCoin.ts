/** EVAA's asset id of TON in hexadecimal. In a file of its own, because the explorer's start needs nothing else of EVAA. */
export const EVAA_TON_ID = '1a4219fe5e60d63af2a3cc7dce6fec69b45c6b5718497a6148e7c232ac87bd8a'
