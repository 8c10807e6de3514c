import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'
import { Link } from 'react-router'
import { settingsText } from '#/accounts/text.ts'
import auth from '#/accounts/web/AuthFrame.module.css'
import { accounts } from '#/accounts/web/accounts.ts'
import { changePassword } from '#/accounts/web/auth.ts'
import { newPasswordProblems, present } from '#/accounts/web/credentials.ts'
import { PasswordField } from '#/accounts/web/Fields.tsx'
import { useForm } from '#/accounts/web/form.ts'
import { withProof } from '#/accounts/web/proof.ts'
import { passwordRefusal } from '#/accounts/web/refusals.ts'
import { queryClient } from '#/kernel/web/query-client.ts'
import { toast } from '#/kernel/web/toast.ts'
import { Part } from './Part.tsx'
import css from './settings.module.css'

/** Changes the password, or sets the first one for a person who came by phone or from a provider. */
export function PasswordForm() {
  const ways = useQuery(accounts.query.ownWaysIn.queryOptions({}))
  return (
    <Part
      isPending={ways.isPending}
      isError={ways.isLoadingError}
      isFetching={ways.isFetching}
      retry={ways.refetch}
    >
      {ways.data?.email === null ? (
        <p>
          {settingsText.passwordNeedsEmail} <Link to="/verify-email">Add an email</Link>
        </p>
      ) : (
        <Form hasOne={ways.data?.password === true} />
      )}
    </Part>
  )
}

function useHasTokens(): boolean {
  const tokens = useQuery(accounts.query.tokens.queryOptions({})).data?.tokens ?? []
  return tokens.some(({ expiresAt }) => expiresAt === null || expiresAt > new Date())
}

function Form({ hasOne }: { hasOne: boolean }) {
  const { ref, problems, onInput, check } = useForm(
    ['currentPassword', 'password', 'confirmPassword'],
    ({ currentPassword, ...chosen }) => {
      const { password, confirmPassword } = newPasswordProblems(chosen)
      return present({
        currentPassword: hasOne && currentPassword === '' ? settingsText.currentRequired : undefined,
        password,
        confirmPassword,
      })
    },
  )
  const hasTokens = useHasTokens()
  const [working, setWorking] = useState(false)
  const [failure, setFailure] = useState('')

  async function submit(event: SyntheticEvent) {
    const given = check(event)
    setFailure('')
    if (!given || working) return
    setWorking(true)
    try {
      await withProof(() => changePassword(given.currentPassword, given.password))
      toast({ kind: 'success', message: settingsText.passwordChanged })
      ref.current?.reset()
      await queryClient.invalidateQueries({ queryKey: accounts.query.key() })
    } catch (error) {
      setFailure(passwordRefusal(error))
    } finally {
      setWorking(false)
    }
  }

  return (
    <form ref={ref} className={css.form} method="post" noValidate onSubmit={submit} onInput={onInput}>
      {hasOne ? (
        <PasswordField name="currentPassword" label="Current password" problem={problems.currentPassword} />
      ) : (
        <p>You don’t have a password yet. With one, you can also log in by email.</p>
      )}
      <PasswordField name="password" label="New password" isNew problem={problems.password} />
      <PasswordField
        name="confirmPassword"
        label="Confirm password"
        isNew
        problem={problems.confirmPassword}
      />
      {hasTokens && (
        <p className={css.aside}>
          {settingsText.passwordKeepsTokens} <Link to="/edit-profile?section=api">See your tokens</Link>
        </p>
      )}
      <p role="alert" className={auth.alert}>
        {failure}
      </p>
      <Button type="submit" disabled={working}>
        {working ? 'Saving...' : hasOne ? 'Change password' : 'Set password'}
      </Button>
    </form>
  )
}
