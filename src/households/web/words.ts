/** 'Bruno, Kavi and Misty'. */
export const namesOf = (pets: readonly { name: string }[]): string =>
  new Intl.ListFormat('en-GB').format(pets.map(({ name }) => name))
