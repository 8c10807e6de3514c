import type { ReactNode } from 'react'
import type { Problems } from '#/kernel/web/form/use-draft.ts'
import type { PetDetails } from '#/pets/contract.ts'
import type { Fact } from './pet-facts.ts'
import type { pets } from './pets.ts'

export type Change = Omit<Parameters<typeof pets.call.change>[0], 'id'>

type Editing<Draft, Field extends string> = {
  draft: Draft
  problems: Problems<Field>
  change(part: Partial<Draft>): void
  show(problems: Problems<Field>): void
}

export type SectionProps<Draft, Field extends string> = {
  pet: PetDetails
  title: string
  facts: Fact[]
  empty: string
  draftOf(pet: PetDetails): Draft
  problemsOf(draft: Draft): Problems<Field>
  /** Returns the whole draft as the server's input; only changed fields are sent. */
  changesOf(draft: Draft): Change
  children(editing: Editing<Draft, Field>): ReactNode
}
