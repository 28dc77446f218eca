/** Well-known contract codes by the representation hash of the code cell, as stored in the account. */
const CONTRACT_NAMES: Readonly<Record<string, string>> = {
  a0cfc2c48aee16a271f2cfc0b7382d81756cecb1017d077faaab3bb602f6868c: 'wallet v1 r1',
  d4902fcc9fad74698fa8e353220a68da0dcf72e32bcb2eb9ee04217c17d3062c: 'wallet v1 r2',
  '587cc789eff1c84f46ec3797e45fc809a14ff5ae24f1e0c7a6a99cc9dc9061ff': 'wallet v1 r3',
  '5c9a5e68c108e18721a07c42f9956bfb39ad77ec6d624b60c576ec88eee65329': 'wallet v2 r1',
  fe9530d3243853083ef2ef0b4c2908c0abf6fa1c31ea243aacaa5bf8c7d753f1: 'wallet v2 r2',
  b61041a58a7980b946e8fb9e198e3c904d24799ffa36574ea4251c41a566f581: 'wallet v3 r1',
  '84dafa449f98a6987789ba232358072bc0f76dc4524002a5d0918b9a75d2d599': 'wallet v3 r2',
  '64dd54805522c5be8a9db59cea0105ccf0d08786ca79beb8cb79e880a8d7322d': 'wallet v4 r1',
  feb5ff6820e2ff0d9483e7e0d62c817d846789fb4ae580c878866d959dabd5c0: 'wallet v4 r2',
  f3d7ca53493deedac28b381986a849403cbac3d2c584779af081065af0ac4b93: 'wallet v5 beta',
  e4cf3b2f4c6d6a61ea0f2b5447d266785b26af3637db2deee6bcd1aa826f3412: 'wallet v5 beta',
  '20834b7b72b112147e1b2fb457b84e74d1a30f04f737d4f62a668e9552d2b72f': 'wallet v5 r1',
  d8cdbbb79f2c5caa677ac450770be0351be21e1250486de85cc52aa33dd16484: 'highload wallet v1 r1',
  '368c03972e5f4c24412b818652de1de2a2630d1c011609999dff745fb36849ad': 'highload wallet v1 r2',
  '9494d1cc8edf12f05671a1a9ba09921096eb50811e1924ec65c3c629fbb80812': 'highload wallet v2',
  '8ceb45b3cd4b5cc60eaae1c13b9c092392677fe536b2e9b2d801b62eff931fe1': 'highload wallet v2 r1',
  '0b3a887aeacd2a7d40bb5550bc9253156a029065aefb6d6b583735d58da9d5be': 'highload wallet v2 r2',
  '11acad7955844090f283bf238bc1449871f783e7cc0979408d3f4859483e8525': 'highload wallet v3',
  b48b531abec3b714638291f7d77ed6dc9f6a2729efca20477137374d4ae8b590: 'vesting wallet',
  '8d35049b946cf33b58510bb4560c841a945f7781d6de9fc69ca3f430f6e32273': 'restricted wallet v3 r1',
  '9a3ec14bc098f6b44064c305222caea2800f17dda85ee6a8198a7095ede10dcf': 'nominator pool v1',
}

/** The name of a code by its hash in lower-case hexadecimal. */
export function contractName(codeHash: string): string | undefined {
  return CONTRACT_NAMES[codeHash]
}
