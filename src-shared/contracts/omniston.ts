import { type ContractDefinition, codes } from './contractDefinition.ts'

/** Omniston: referral contracts. */
export const OMNISTON: ContractDefinition = {
  name: 'Omniston',
  interfaces: [
    {
      name: 'omniston_referral',
      codes: codes(
        '7cxi8XUil/vaJAjAnKQgs6+VKBAuM7ngoOvjhVPBj+w=',
        'bNo1HDwO42iHOl6hD1O5pHpVqs3I3rP9EDwvloyVJSc=',
      ),
    },
  ],
}
