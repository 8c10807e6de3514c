import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Member } from '#/households/contract.ts'
import { householdsText } from '#/households/text.ts'
import { errorText } from '#/kernel/web/error-text.ts'
import { ConfirmButton } from '#/kernel/web/form/ConfirmButton.tsx'
import { dayText } from '#/kernel/web/own-clock.ts'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import css from './Household.module.css'
import { households, reloadHouseholds } from './households.ts'
import { SharedPets } from './SharedPets.tsx'
import { namesOf } from './words.ts'

function stateText({ state, at }: Member): string {
  if (state === 'joined') return `Member since ${dayText(at)}`
  return state === 'expired' ? 'The invitation has expired' : `Invited, until ${dayText(at)}`
}

export function MemberRow({ member }: { member: Member }) {
  const { id, state, email, name, pets, mayResend } = member
  const [isAsking, setAsking] = useState(false)
  const [isChoosing, setChoosing] = useState(false)
  const isJoined = state === 'joined'
  const who = name || email
  const failed = (error: Error) => {
    toast({ kind: 'error', message: errorText(error, householdsText) })
    void reloadHouseholds()
  }
  const resend = useWrite(households.call.resend, {
    onSuccess: async () => {
      toast({
        kind: 'success',
        message: 'We’ve sent the invitation again. The earlier link no longer works.',
      })
      await reloadHouseholds()
    },
    onError: failed,
  })
  const remove = useWrite(households.call.remove, {
    onSuccess: async () => {
      setAsking(false)
      await reloadHouseholds()
    },
    onError: failed,
  })
  return (
    <li className={css.row}>
      <div className={css.what}>
        <strong>{who}</strong>
        {name && <span>{email}</span>}
        <span>{stateText(member)}</span>
        <span>{pets.length > 0 ? `Sees the to-dos of ${namesOf(pets)}` : 'Sees none of your pets'}</span>
      </div>
      <div className={css.buttons}>
        <Button
          variant="default"
          aria-label={`Choose pets for ${who}`}
          aria-expanded={isChoosing}
          onClick={() => setChoosing(!isChoosing)}
        >
          Pets
        </Button>
        {mayResend && (
          <Button
            variant="default"
            aria-label={`Send the invitation to ${who} again`}
            aria-disabled={resend.isPending}
            onClick={() => resend.mutate({ id })}
          >
            {resend.isPending ? 'Sending...' : 'Send again'}
          </Button>
        )}
        <ConfirmButton
          label={isJoined ? 'Remove' : 'Withdraw'}
          spoken={isJoined ? `Remove ${who}` : `Withdraw the invitation to ${who}`}
          opened={isAsking}
          onOpen={() => setAsking(true)}
          onClose={() => setAsking(false)}
          title={isJoined ? `Remove ${who}?` : 'Withdraw this invitation?'}
          reason="none"
          confirm={isJoined ? 'Remove' : 'Withdraw'}
          busy={isJoined ? 'Removing...' : 'Withdrawing...'}
          keep="Go back"
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate({ id })}
        >
          <p>
            {isJoined
              ? 'They won’t see your pets’ to-dos any more, and we’ll tell them. What they ticked stays in your list.'
              : 'The link in the email will stop working.'}
          </p>
        </ConfirmButton>
      </div>
      {isChoosing && <SharedPets id={id} who={who} chosen={pets} onClose={() => setChoosing(false)} />}
    </li>
  )
}
