import { Link } from 'react-router'
import type { SessionUser } from '#/accounts/contract.ts'
import { profilePaths, type SetupStep } from '#/accounts/rules.ts'
import button from '#/kernel/web/button.module.css'
import css from './DashboardPage.module.css'

const sentences: Readonly<Record<SetupStep, string>> = {
  role: 'Tell us what brings you here, and we’ll show you what fits.',
  record: 'Your profile for this role is still missing. Nobody can find you until you create it.',
  name: 'Tell us your name, so that the people you book with know who’s coming.',
}

/** Shows the next step of setting up the account. */
export function SetupCard({ user: { setup, role } }: { user: SessionUser }) {
  if (setup === null) return null
  return (
    <section aria-labelledby="setup" className={css.continue}>
      <div>
        <h2 id="setup" className={css.setup}>
          Complete your setup
        </h2>
        <p>{sentences[setup]}</p>
      </div>
      <div className={css.ways}>
        <Link
          to={{ role: '/role-selection', record: profilePaths[role], name: '/edit-profile' }[setup]}
          className={button.primary}
        >
          {setup === 'role' ? 'Choose your role' : 'Complete your profile'}
        </Link>
      </div>
    </section>
  )
}
