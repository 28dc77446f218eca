/** Tags (16 bits) of DNS records (TEP-81). */
export const DNS_RECORD_TAGS = {
  text: 0x1eda,
  nextResolver: 0xba93,
  adnlAddress: 0xad01,
  smcAddress: 0x9fd3,
  storageAddress: 0x7473,
} as const

/**
 * Named categories of DNS records. The value is the SHA-256 of the name (hex), the key under which a resolver stores the
 * record (TEP-81).
 */
export const DNS_CATEGORIES = {
  wallet: 'e8d44050873dba865aa7c170ab4cce64d90839a34dcfd6cf71d14e0205443b1b',
  site: 'fbae041b02c41ed0fd8a4efb039bc780dd6af4a1f0c420f42561ae705dda43fe',
  storage: '49a25f9feefaffecad0fcd30c50dc9331cff8b55ece53def6285c09e17e6f5d7',
  dns_next_resolver: '19f02441ee588fdb26ee24b2568dd035c3c9206e11ab979be62e55558a1d17ff',
} as const
