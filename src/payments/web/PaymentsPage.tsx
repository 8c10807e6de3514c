import { Tabs } from '@mantine/core'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { useSession } from '#/accounts/web/index.ts'
import { toast } from '#/kernel/web/toast.ts'
import { sellingRecords, servingRecords } from '#/payments/rules.ts'
import { History } from './History.tsx'
import { Methods } from './Methods.tsx'
import css from './PaymentsPage.module.css'
import { PayoutsTab } from './PayoutsTab.tsx'

const tabs = ['methods', 'history', 'receipts', 'payouts'] as const
type Tab = (typeof tabs)[number]

const names: Readonly<Record<Tab, string>> = {
  methods: 'Methods',
  history: 'History',
  receipts: 'Receipts',
  payouts: 'Payouts',
}

export default function PaymentsPage() {
  const { user } = useSession()
  const [params, setParams] = useSearchParams()
  const serves = servingRecords.some((record) => user?.records[record])
  const sells = sellingRecords.some((record) => user?.records[record])
  const offered = tabs.filter((tab) => tab !== 'payouts' || serves || sells)
  const tab = offered.find((name) => name === params.get('tab')) ?? 'methods'
  useComingBack(params, setParams)
  return (
    <div className={css.page}>
      <h1>Payments</h1>
      <Tabs
        value={tab}
        onChange={(next) => setParams({ tab: next! }, { replace: true, preventScrollReset: true })}
        keepMounted={false}
      >
        <Tabs.List className={css.tabs}>
          {offered.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {names[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab}>
          {tab === 'methods' && <Methods />}
          {tab === 'history' && <History />}
          {tab === 'receipts' && <History receipts />}
          {tab === 'payouts' && <PayoutsTab serves={serves} sells={sells} />}
        </Tabs.Panel>
      </Tabs>
    </div>
  )
}

const nothing = { title: 'Nothing saved' }
const comingText = {
  added: {
    kind: 'success',
    title: 'Payment method saved',
    message: 'You can go back to your booking.',
  },
  'not-added': { ...nothing, kind: 'info', message: 'No payment method was saved.' },
  unreachable: {
    ...nothing,
    kind: 'error',
    message: 'The payment service isn’t responding. Please try again in a moment.',
  },
  refused: {
    ...nothing,
    kind: 'error',
    message: 'The payment service refused to save this method. Please contact us.',
  },
  'contact-needed': {
    ...nothing,
    kind: 'error',
    message: 'Banks need your email and phone number. Please add both under Edit profile first.',
  },
} as const
const comings = Object.keys(comingText) as (keyof typeof comingText)[]

/** Shows a toast with the result of saving a method, on return from the gateway. */
function useComingBack(
  params: URLSearchParams,
  setParams: (next: Record<string, string>, options: { replace: boolean }) => void,
) {
  const how = comings.find((name) => params.has(name))
  useEffect(() => {
    if (!how) return
    toast(comingText[how])
    setParams({ tab: 'methods' }, { replace: true })
  }, [how, setParams])
}
