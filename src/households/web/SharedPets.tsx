import { Button } from '@mantine/core'
import { householdsText } from '#/households/text.ts'
import { errorText } from '#/kernel/web/error-text.ts'
import form from '#/kernel/web/form/form.module.css'
import { problem, useDraft } from '#/kernel/web/form/use-draft.ts'
import { useWrite } from '#/kernel/web/write.ts'
import css from './Household.module.css'
import { households, reloadHouseholds } from './households.ts'
import { noPetsText, PetsField } from './PetsField.tsx'

type Props = { id: string; who: string; chosen: readonly { id: string }[]; onClose(): void }

/** Changes which pets a member sees. */
export function SharedPets({ id, who, chosen, onClose }: Props) {
  const { ref, draft, problems, failure, change, fail, check } = useDraft<{ petIds: string[] }, 'petIds'>(
    () => ({ petIds: chosen.map((pet) => pet.id) }),
    ({ petIds }) => problem('petIds', petIds.length === 0 && noPetsText),
  )
  const share = useWrite(households.call.share, {
    onSuccess: async () => {
      await reloadHouseholds()
      onClose()
    },
    onError: (error) => fail(errorText(error, householdsText)),
  })
  return (
    <form
      ref={ref}
      noValidate
      className={css.form}
      aria-label={`Pets shared with ${who}`}
      onSubmit={(event) => {
        const given = check(event)
        if (given) share.mutate({ id, ...given })
      }}
    >
      <PetsField value={draft.petIds} problem={problems.petIds} onChange={(petIds) => change({ petIds })} />
      <p role="alert" className={form.failure}>
        {failure}
      </p>
      <div className={css.buttons}>
        <Button type="submit" aria-disabled={share.isPending}>
          {share.isPending ? 'Saving...' : 'Save'}
        </Button>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
