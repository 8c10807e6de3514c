import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Helped } from '#/households/contract.ts'
import { householdLimits } from '#/households/rules.ts'
import { householdsText } from '#/households/text.ts'
import { errorText } from '#/kernel/web/error-text.ts'
import { ConfirmButton } from '#/kernel/web/form/ConfirmButton.tsx'
import { Loaded } from '#/kernel/web/form/Loaded.tsx'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import css from './Household.module.css'
import { households, ownHouseholds, reloadHouseholds } from './households.ts'
import { InviteForm } from './InviteForm.tsx'
import { MemberRow } from './MemberRow.tsx'
import { namesOf } from './words.ts'

/** Shows who helps with the person's pets, and whom they help. */
export default function Household() {
  const query = useQuery(ownHouseholds())
  const [isInviting, setInviting] = useState(false)
  return (
    <Loaded query={query} what="your household">
      {({ members, helped }) => (
        <div className={css.parts}>
          <p className={css.lead}>
            Invite people who help at home. They see the to-dos of the pets you share, and tick what they’ve
            done. They don’t see anything else.
          </p>
          {members.length > 0 && (
            <ul className={css.list} aria-label="Members">
              {members.map((member) => (
                <MemberRow key={member.id} member={member} />
              ))}
            </ul>
          )}
          {isInviting ? (
            <InviteForm onClose={() => setInviting(false)} />
          ) : members.length < householdLimits.members ? (
            <Button variant="default" className={css.button} onClick={() => setInviting(true)}>
              Invite someone
            </Button>
          ) : (
            <p className={css.lead}>{householdsText['households.too_many_members']}</p>
          )}
          {helped.length > 0 && (
            <section className={css.parts} aria-labelledby="households-helped">
              <h3 id="households-helped">Households you help</h3>
              <ul className={css.list}>
                {helped.map((one) => (
                  <HelpedRow key={one.id} helped={one} />
                ))}
              </ul>
            </section>
          )}
        </div>
      )}
    </Loaded>
  )
}

function HelpedRow({ helped: { id, ownerName, pets, wantsReminders } }: { helped: Helped }) {
  const [isAsking, setAsking] = useState(false)
  const failed = (error: Error) => {
    toast({ kind: 'error', message: errorText(error, householdsText) })
    void reloadHouseholds()
  }
  const choose = useWrite(households.call.choose, { onSuccess: reloadHouseholds, onError: failed })
  const leave = useWrite(households.call.leave, {
    onSuccess: async () => {
      setAsking(false)
      toast({ kind: 'success', message: `You left ${ownerName}’s household.` })
      await reloadHouseholds()
    },
    onError: failed,
  })
  const isWanted = choose.isPending ? choose.variables.isWanted : wantsReminders
  return (
    <li className={css.row}>
      <div className={css.what}>
        <strong>{ownerName}’s household</strong>
        <span>{pets.length > 0 ? namesOf(pets) : 'No pets are shared with you now'}</span>
      </div>
      <label className={css.check}>
        <input
          type="checkbox"
          checked={isWanted}
          onChange={() => choose.mutate({ id, isWanted: !wantsReminders })}
        />
        Also remind me of their tasks that nobody is assigned to
      </label>
      <ConfirmButton
        label="Leave"
        spoken={`Leave ${ownerName}’s household`}
        opened={isAsking}
        onOpen={() => setAsking(true)}
        onClose={() => setAsking(false)}
        title="Leave this household?"
        reason="none"
        confirm="Leave"
        busy="Leaving..."
        keep="Stay"
        isBusy={leave.isPending}
        onConfirm={() => leave.mutate({ id })}
      >
        <p>You won’t see the to-dos of {ownerName}’s pets any more. What you ticked stays in their list.</p>
      </ConfirmButton>
    </li>
  )
}
