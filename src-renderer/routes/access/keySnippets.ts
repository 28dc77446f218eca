import { curlCommand } from '../../format/curlCommand.ts'

/** What stands where a key is to be written. */
const PLACE = 'YOUR_KEY'

/** How a key is sent: by curl, and by the field's clients. */
export function keySnippets(
  v2: string,
  key: string = PLACE,
): readonly { readonly name: string; readonly code: string }[] {
  const endpoint = `${v2}/jsonRPC`
  return [
    {
      name: 'curl',
      code: curlCommand({ url: `${v2}/getMasterchainInfo`, headers: { 'X-API-Key': key } }),
    },
    { name: 'curl, in the query', code: curlCommand({ url: `${v2}/getMasterchainInfo?api_key=${key}` }) },
    {
      name: '@ton/ton',
      code: `const client = new TonClient({ endpoint: '${endpoint}', apiKey: '${key}' })`,
    },
    {
      name: 'tonweb',
      code: `const provider = new TonWeb.HttpProvider('${endpoint}', { apiKey: '${key}' })`,
    },
  ]
}
