import type { DevnetApi } from './devnetFixtures.ts'
import { expect, indexed, test } from './indexFixtures.ts'

export { expect, test }

/** Waits until the index has every block and has verified every contract in them. */
export async function verified(devnet: DevnetApi): Promise<void> {
  await indexed(devnet)
  await expect(async () => {
    const response = await fetch(`${devnet.url}/api/tonscope/index`)
    const { result } = (await response.json()) as { result: { detection?: { pending: number } } }
    expect(result.detection?.pending).toBe(0)
  }).toPass({ timeout: 60_000 })
}

/** The page of an account of the scenario. */
export async function accountPath(devnet: DevnetApi, name: string, search = ''): Promise<string> {
  return `/account/${await devnet.account(name)}${search}`
}
