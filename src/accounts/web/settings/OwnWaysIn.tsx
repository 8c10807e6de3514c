import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useContext, useState } from 'react'
import { useNavigate } from 'react-router'
import { providerNames, providers } from '#/accounts/providers.ts'
import { loginSettingsPath } from '#/accounts/rules.ts'
import { settingsText } from '#/accounts/text.ts'
import auth from '#/accounts/web/AuthFrame.module.css'
import { accounts } from '#/accounts/web/accounts.ts'
import { linkPhone } from '#/accounts/web/auth.ts'
import { withProof } from '#/accounts/web/proof.ts'
import { useProviderNews } from '#/accounts/web/provider-news.ts'
import { useSession } from '#/accounts/web/session.ts'
import { HOUR } from '#/kernel/duration.ts'
import { formatPhone } from '#/kernel/phone.ts'
import { onDemand, useOnDemand } from '#/kernel/web/on-demand.ts'
import { toast } from '#/kernel/web/toast.ts'
import { WantedPages } from '#/kernel/web/wanted-pages.ts'
import { EmailRow } from './EmailRow.tsx'
import { LinkButton } from './LinkButton.tsx'
import { Part } from './Part.tsx'
import { RemoveWayIn } from './RemoveWayIn.tsx'
import css from './settings.module.css'

const phone = onDemand(() => import('#/accounts/web/PhoneSteps.tsx'))
const linked = (provider: string) => settingsText.linked(provider)

/** Lists the ways to log in: each can be added, and removed unless it is the last. */
export function OwnWaysIn() {
  const failure = useProviderNews(linked, loginSettingsPath)
  const own = useQuery(accounts.query.ownWaysIn.queryOptions({}))
  const setUp = useQuery(accounts.query.waysIn.queryOptions({ staleTime: HOUR })).data
  const [adding, setAdding] = useState(false)
  const { user } = useSession()
  const { keptFor } = useContext(WantedPages)
  const navigate = useNavigate()
  const PhoneSteps = useOnDemand(phone, adding)
  const ways = own.data

  async function addPhone(number: string, code: string) {
    await withProof(() => linkPhone(number, code))
    setAdding(false)
    toast({ kind: 'success', message: settingsText.linked('your phone') })
    const wanted = user && keptFor(user.id)
    if (wanted) void navigate(wanted.path)
  }

  return (
    <Part
      isPending={own.isPending}
      isError={own.isLoadingError}
      isFetching={own.isFetching}
      retry={own.refetch}
    >
      <p role="alert" className={auth.alert}>
        {failure}
      </p>
      {ways && (
        <ul className={css.list}>
          <EmailRow ways={ways} />
          <li className={css.row}>
            <div className={css.what}>
              <strong>Phone</strong>
              <span>{ways.phoneNumber ? formatPhone(ways.phoneNumber) : 'Not linked'}</span>
            </div>
            {ways.phoneNumber ? (
              <RemoveWayIn way="phone" name="Your phone" />
            ) : (
              !adding && (
                <Button variant="default" onClick={() => setAdding(true)} disabled={setUp?.phone === false}>
                  Link phone
                </Button>
              )
            )}
          </li>
          {providers.map((provider) => (
            <li key={provider} className={css.row}>
              <div className={css.what}>
                <strong>{providerNames[provider]}</strong>
                <span>
                  {ways[provider] ? 'Linked' : setUp?.[provider] === false ? 'Not set up here' : 'Not linked'}
                </span>
              </div>
              {ways[provider] ? (
                <RemoveWayIn way={provider} name={providerNames[provider]} />
              ) : (
                setUp?.[provider] !== false && <LinkButton provider={provider} />
              )}
            </li>
          ))}
        </ul>
      )}
      {adding && PhoneSteps && (
        <div className={css.steps}>
          <PhoneSteps enter={addPhone} leaving={false} backLabel="Cancel" onBack={() => setAdding(false)} />
        </div>
      )}
    </Part>
  )
}
