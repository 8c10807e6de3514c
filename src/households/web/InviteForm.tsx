import { Button, TextInput } from '@mantine/core'
import { emailMaximum, isEmail } from '#/accounts/rules.ts'
import { householdLimits } from '#/households/rules.ts'
import { householdsText } from '#/households/text.ts'
import { errorCode, errorText } from '#/kernel/web/error-text.ts'
import form from '#/kernel/web/form/form.module.css'
import { UnsavedChanges } from '#/kernel/web/form/UnsavedChanges.tsx'
import { problem, useDraft } from '#/kernel/web/form/use-draft.ts'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import css from './Household.module.css'
import { households, reloadHouseholds } from './households.ts'
import { noPetsText, PetsField } from './PetsField.tsx'

type Draft = { email: string; petIds: string[] }
type Field = keyof Draft

const fieldOfCode: Readonly<Record<string, Field>> = {
  'households.own_address': 'email',
  'households.already_invited': 'email',
  'households.declined_before': 'email',
  'households.mailed_enough': 'email',
  'households.pet_not_found': 'petIds',
}

const problemsOf = ({ email, petIds }: Draft) => ({
  ...problem<Field>('email', !isEmail(email.trim()) && 'Please enter an email address.'),
  ...problem<Field>('petIds', petIds.length === 0 && noPetsText),
})

/** Invites a caregiver by mail. */
export function InviteForm({ onClose }: { onClose(): void }) {
  const { ref, draft, problems, failure, change, show, fail, check } = useDraft<Draft, Field>(
    { email: '', petIds: [] },
    problemsOf,
  )
  const invite = useWrite(households.call.invite, {
    onSuccess: async (_, { email }) => {
      toast({ kind: 'success', message: `We’ve sent an invitation to ${email}.` })
      await reloadHouseholds()
      onClose()
    },
    onError: (error) => {
      const sentence = errorText(error, householdsText)
      const field = fieldOfCode[errorCode(error)]
      if (field) show({ [field]: sentence })
      else fail(sentence)
    },
  })
  return (
    <form
      ref={ref}
      noValidate
      className={css.form}
      aria-label="Invite someone"
      onSubmit={(event) => {
        const given = check(event)
        if (given && !invite.isPending) invite.mutate({ ...given, email: given.email.trim() })
      }}
    >
      <UnsavedChanges unsaved={draft.email !== '' || draft.petIds.length > 0} />
      <div data-field="email">
        <TextInput
          type="email"
          label="Their email address"
          description={`We’ll send a link that works for ${householdLimits.linkDays} days, for this address only.`}
          required
          autoFocus
          autoComplete="off"
          maxLength={emailMaximum}
          value={draft.email}
          error={problems.email}
          onChange={({ currentTarget }) => change({ email: currentTarget.value })}
        />
      </div>
      <PetsField value={draft.petIds} problem={problems.petIds} onChange={(petIds) => change({ petIds })} />
      <p role="alert" className={form.failure}>
        {failure}
      </p>
      <div className={css.buttons}>
        <Button type="submit" aria-disabled={invite.isPending}>
          {invite.isPending ? 'Sending...' : 'Send invitation'}
        </Button>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
