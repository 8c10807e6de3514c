import { type SyntheticEvent, useContext, useEffect, useRef, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { profilePaths, type Role, roles } from '#/accounts/rules.ts'
import {
  nameText,
  roleChosenText,
  roleFailedText,
  roleText,
  settingsText,
  socialText,
} from '#/accounts/text.ts'
import { Drawing, type DrawingName } from '#/kernel/web/Drawing.tsx'
import { errorText } from '#/kernel/web/error-text.ts'
import { toast } from '#/kernel/web/toast.ts'
import { WantedPages } from '#/kernel/web/wanted-pages.ts'
import { useWrite } from '#/kernel/web/write.ts'
import { accounts } from './accounts.ts'
import { nameProblems } from './credentials.ts'
import { NameField } from './Fields.tsx'
import { useForm } from './form.ts'
import { useProviderNews } from './provider-news.ts'
import css from './RoleSelectionPage.module.css'
import { refreshSession, useSession } from './session.ts'

const drawings: Readonly<Record<Role, DrawingName>> = {
  pet_owner: 'become-pet-parent',
  veterinary_doctor: 'veterinary-care',
  pet_sitter: 'pet-sitting',
  pet_trainer: 'pet-training',
  pet_stylist: 'pet-styling',
  pharmacist: 'pet-pharmacy',
  supplier: 'pet-merchandise',
}

const trimmed = ({ name }: { name?: string }) => (name === undefined ? {} : { name: name.trim() })

export default function RoleSelectionPage() {
  const { user } = useSession()
  const navigate = useNavigate()
  // People who come straight from a provider that vouches for no address are asked for one first.
  const [needsEmail] = useState(useSearchParams()[0].has('by') && user?.email === null)
  useProviderNews(socialText.welcome, needsEmail ? '/verify-email' : undefined)
  const choose = useWrite(accounts.call.chooseRole, {
    onSuccess: async ({ hasRecord }, { role }) => {
      const chosen = role as Role
      toast({ kind: 'success', message: roleChosenText(chosen) })
      await refreshSession()
      await navigate(hasRecord ? '/dashboard' : profilePaths[chosen])
    },
    onError: (error) => toast({ kind: 'error', message: errorText(error, {}, roleFailedText) }),
  })
  const { keptFor } = useContext(WantedPages)
  const [wanted] = useState(() => (user ? keptFor(user.id) : null))
  const onwardLabel = wanted
    ? wanted.onward
      ? `Continue to ${wanted.onward}`
      : `Continue: ${wanted.title}`
    : 'Continue to dashboard'
  const rename = useWrite(accounts.call.changeProfile, {
    onSuccess: async () => {
      await refreshSession()
      await navigate(wanted?.path ?? '/dashboard')
    },
    onError: (error) => toast({ kind: 'error', message: errorText(error, {}, settingsText.saveFailed) }),
  })
  const needsName = user?.name === ''
  const { ref: form, problems, onInput, check } = useForm(['name'], nameProblems)
  const isComplete = user?.setup === null
  const [cameBack] = useState(isComplete)
  // A new member on the way to a page wants that page, whatever their role.
  const isFirst = isComplete || Boolean(wanted)
  const onward = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (cameBack) onward.current?.focus({ preventScroll: true })
  }, [cameBack])
  const busy = choose.isPending || choose.isSuccess || rename.isPending

  function chooseRole(event: SyntheticEvent, role: Role) {
    const given = needsName ? check(event) : {}
    if (given && !busy) choose.mutate({ role, ...trimmed(given) })
  }

  function goOn(event: SyntheticEvent) {
    const given = needsName ? check(event) : undefined
    if (given && !busy) rename.mutate(trimmed(given))
  }

  if (needsEmail) return null
  return (
    <div className={css.page}>
      <h1>What brings you here?</h1>
      <p className={css.lead}>
        Choose what fits you today. You can change it at any time, and everyone can book care for their pets.
      </p>
      {needsName && (
        <form ref={form} className={css.name} method="post" noValidate onSubmit={goOn} onInput={onInput}>
          <NameField problem={problems.name} description={nameText.why} />
        </form>
      )}
      {isFirst && (
        <p>
          {/* Has the focus, because most people who come back want this. */}
          <Link
            ref={onward}
            to={wanted?.path ?? '/dashboard'}
            className={css.onward}
            onClick={isComplete ? undefined : goOn}
          >
            {onwardLabel}
          </Link>
        </p>
      )}
      <ul className={css.roles}>
        {roles.map((role) => {
          const isCurrent = user?.role === role
          return (
            <li key={role}>
              {/* Not `disabled`, which would take away the keyboard's place if the change fails. */}
              <button
                type="button"
                className={css.role}
                aria-disabled={busy}
                aria-current={isCurrent || undefined}
                onClick={(event) => chooseRole(event, role)}
              >
                <Drawing name={drawings[role]} width={96} className={css.drawing} />
                <span className={css.words}>
                  <strong>{roleText[role].name}</strong>
                  <span>{roleText[role].line}</span>
                </span>
                {isCurrent && <span className={css.current}>Your role now</span>}
              </button>
            </li>
          )
        })}
      </ul>
      {!isFirst && (
        <p>
          <Link to={wanted?.path ?? '/dashboard'} className={css.skip} onClick={goOn}>
            {onwardLabel}
          </Link>
        </p>
      )}
    </div>
  )
}
