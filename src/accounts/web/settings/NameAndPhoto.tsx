import { Button, TextInput } from '@mantine/core'
import type { SyntheticEvent } from 'react'
import type { SessionUser } from '#/accounts/contract.ts'
import { nameMaximum } from '#/accounts/rules.ts'
import { settingsText } from '#/accounts/text.ts'
import { accounts } from '#/accounts/web/accounts.ts'
import { refreshSession, useSession } from '#/accounts/web/session.ts'
import { initialOf } from '#/kernel/initial.ts'
import { pictureText } from '#/kernel/pictures.ts'
import { errorCode, errorText } from '#/kernel/web/error-text.ts'
import form from '#/kernel/web/form/form.module.css'
import { PhotoField } from '#/kernel/web/form/PhotoField.tsx'
import { UnsavedChanges } from '#/kernel/web/form/UnsavedChanges.tsx'
import { problem, useDraft } from '#/kernel/web/form/use-draft.ts'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import css from './settings.module.css'

export function NameAndPhoto() {
  const { user } = useSession()
  return user ? <Form key={user.id} user={user} /> : <div className={css.skeleton} />
}

type Draft = { name: string; photo: File | null; removePhoto: boolean }

const problemsOf = ({ name }: Draft) =>
  problem<'name' | 'photo'>(
    'name',
    name.trim() === ''
      ? settingsText.nameRequired
      : name.trim().length > nameMaximum && `A name has at most ${nameMaximum} characters`,
  )

function Form({ user: { name, imageUrl } }: { user: SessionUser }) {
  const start: Draft = { name, photo: null, removePhoto: false }
  const { ref, draft, problems, failure, change, show, fail, check } = useDraft(start, problemsOf)
  const isChanged = draft.name.trim() !== name || draft.photo !== null || draft.removePhoto
  const save = useWrite(accounts.call.changeProfile, {
    onSuccess: async () => {
      await refreshSession()
      change({ photo: null, removePhoto: false })
      toast({ kind: 'success', message: settingsText.saved })
    },
    onError: (error) => {
      const sentence = errorText(error, pictureText, settingsText.saveFailed)
      if (errorCode(error).startsWith('picture.')) show({ photo: sentence })
      else fail(sentence)
    },
  })
  function submit(event: SyntheticEvent) {
    const given = check(event)
    if (given && !save.isPending) save.mutate(given)
  }
  return (
    <form ref={ref} className={css.form} onSubmit={submit} noValidate>
      <PhotoField
        photo={draft.photo}
        keptUrl={draft.removePhoto ? null : imageUrl}
        placeholder={<div className={css.initial}>{initialOf(draft.name) || 'P'}</div>}
        alt="You, as others will see you"
        problem={problems.photo}
        onChange={(photo) => change({ photo })}
        onProblem={(photo) => show({ ...problems, photo })}
        onRemoveKept={() => change({ removePhoto: true })}
      />
      <div data-field="name">
        <TextInput
          label="Name"
          description="Shown to the providers you book with."
          autoComplete="name"
          value={draft.name}
          error={problems.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
      </div>
      {failure && (
        <p role="alert" className={form.failure}>
          {failure}
        </p>
      )}
      <Button type="submit" disabled={save.isPending}>
        {save.isPending ? 'Saving...' : 'Save'}
      </Button>
      <UnsavedChanges unsaved={isChanged} />
    </form>
  )
}
