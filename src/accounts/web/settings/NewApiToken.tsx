import { Button, TextInput } from '@mantine/core'
import type { SyntheticEvent } from 'react'
import { accountsText, tokensText } from '#/accounts/text.ts'
import { scopeText, type TokenScope, tokenLimits, tokenScopes } from '#/accounts/token-scopes.ts'
import { accounts } from '#/accounts/web/accounts.ts'
import { withProof } from '#/accounts/web/proof.ts'
import { errorCode, errorText } from '#/kernel/web/error-text.ts'
import { ChoiceField } from '#/kernel/web/form/ChoiceField.tsx'
import form from '#/kernel/web/form/form.module.css'
import { problem, useDraft } from '#/kernel/web/form/use-draft.ts'
import { queryClient } from '#/kernel/web/query-client.ts'
import { useWrite } from '#/kernel/web/write.ts'
import css from './settings.module.css'

type Draft = { name: string; scopes: TokenScope[]; days: string }

const start: Draft = { name: '', scopes: [], days: '90' }

const scopesField = {
  kind: 'some',
  name: 'scopes',
  label: 'What it can do',
  required: true,
  options: tokenScopes.map((scope) => ({ value: scope, label: scopeText[scope], hint: scope })),
} as const

const daysField = {
  kind: 'one',
  name: 'days',
  label: 'Works for',
  options: [
    { value: '30', label: '30 days' },
    { value: '90', label: '90 days' },
    { value: '365', label: 'A year' },
    { value: '', label: 'Until revoked' },
  ],
} as const

const problemsOf = ({ name, scopes }: Draft) => ({
  ...problem<'name' | 'scopes'>('name', nameProblem(name.trim())),
  ...problem<'name' | 'scopes'>('scopes', scopes.length === 0 && tokensText.scopesRequired),
})

function nameProblem(name: string): string | null {
  if (!name) return tokensText.nameRequired
  return name.length > tokenLimits.name ? `A name has at most ${tokenLimits.name} characters` : null
}

type Props = { onMade: (token: string) => void; onCancel: () => void }

export function NewApiToken({ onMade, onCancel }: Props) {
  const { ref, draft, problems, failure, change, show, fail, check } = useDraft(start, problemsOf)
  const call: typeof accounts.call.makeToken = (...asked) =>
    withProof(() => accounts.call.makeToken(...asked))
  const make = useWrite(call, {
    onSuccess: async ({ token }) => {
      onMade(token)
      await queryClient.invalidateQueries({ queryKey: accounts.query.tokens.key() })
    },
    onError: (error) => {
      const sentence = errorText(error, accountsText, tokensText.makeFailed)
      if (errorCode(error) === 'accounts.token_name_taken') show({ name: sentence })
      else fail(sentence)
    },
  })
  function submit(event: SyntheticEvent) {
    const given = check(event)
    if (!given || make.isPending) return
    make.mutate({ name: given.name, scopes: given.scopes, days: given.days ? Number(given.days) : null })
  }
  return (
    <form ref={ref} className={css.form} onSubmit={submit} noValidate>
      <div data-field="name">
        <TextInput
          label="Name"
          description="For example, the software that will use it."
          autoComplete="off"
          value={draft.name}
          error={problems.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
      </div>
      <ChoiceField
        field={scopesField}
        value={draft.scopes}
        problem={problems.scopes}
        onChange={(scopes) => change({ scopes: scopes as TokenScope[] })}
      />
      <ChoiceField
        field={daysField}
        value={draft.days}
        problem={undefined}
        onChange={(days) => change({ days: days as string })}
      />
      {failure && (
        <p role="alert" className={form.failure}>
          {failure}
        </p>
      )}
      <div className={css.buttons}>
        <Button type="submit" disabled={make.isPending}>
          {make.isPending ? 'Creating...' : 'Create token'}
        </Button>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
