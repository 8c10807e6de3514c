import { Button, NativeSelect, Tabs } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { unknownErrorText } from '#/kernel/text.ts'
import { providerRecords } from '#/verification/rules.ts'
import type { EndedHere } from './AdminLoginPage.tsx'
import { AppointmentsView, useDisputedEnds } from './AppointmentsView.tsx'
import { AutoshipsView } from './AutoshipsView.tsx'
import { useDeskSession, useNoticeOfEnd } from './admin.ts'
import { CouponPage, NewCouponPage } from './CouponForm.tsx'
import { CouponsView } from './CouponsView.tsx'
import css from './Desk.module.css'
import { DeskFrame } from './DeskFrame.tsx'
import { EmergencyView } from './EmergencyView.tsx'
import { ImportPlaces } from './ImportPlaces.tsx'
import { IncidentsView } from './IncidentsView.tsx'
import { InjuredView } from './InjuredView.tsx'
import { LogView } from './LogView.tsx'
import { MessagePage } from './MessagePage.tsx'
import { MessagesView, useUnanswered } from './MessagesView.tsx'
import { MoneyBackView, useStuckRefunds } from './MoneyBackView.tsx'
import { OrdersView, useOrdersToSee } from './OrdersView.tsx'
import { PackagesView } from './PackagesView.tsx'
import { PayoutsView } from './PayoutsView.tsx'
import { PetReportsView } from './PetReportsView.tsx'
import { NewPlacePage, PlacePage } from './PlaceForm.tsx'
import { ProductsView } from './ProductsView.tsx'
import { QueueView, useWaiting } from './QueueView.tsx'
import { RatingsView } from './RatingsView.tsx'
import { ReconciliationView } from './ReconciliationView.tsx'
import { ReportsView, useReported } from './ReportsView.tsx'
import { ReviewsView, useReportedReviews } from './ReviewsView.tsx'
import { SellersView } from './SellersView.tsx'
import { SubmissionPage } from './SubmissionPage.tsx'
import { hasLeft } from './sign-in.ts'
import { TaxClassesView } from './TaxClassesView.tsx'
import { TicketPage } from './TicketPage.tsx'
import { UserPage } from './UserPage.tsx'
import { UsersView } from './UsersView.tsx'

const viewNames = {
  users: 'Users',
  providers: 'Providers',
  messages: 'Messages',
  reports: 'Reports',
  appointments: 'Appointments',
  packages: 'Packages',
  orders: 'Orders',
  sellers: 'Sellers',
  products: 'Products',
  autoships: 'Autoships',
  tax: 'Tax classes',
  coupons: 'Coupons',
  ratings: 'Ratings',
  reviews: 'Reviews',
  incidents: 'Incidents',
  'pet-reports': 'Pet reports',
  injured: 'Injured animals',
  emergency: 'Emergency directory',
  payouts: 'Payouts',
  refunds: 'Refunds and disputes',
  reconciliation: 'Reconciliation',
  log: 'Audit log',
} as const
type View = keyof typeof viewNames
const views = Object.keys(viewNames) as View[]

/** The current view and user are in the URL. */
export default function AdminDashboardPage() {
  useNoticeOfEnd()
  const { state, admin, retry } = useDeskSession()
  const wasIn = useRef(false)
  useEffect(() => {
    if (admin) wasIn.current = true
  }, [admin])
  if (state === 'signed-out') {
    const ended: EndedHere | undefined = wasIn.current && !hasLeft() ? { ended: true } : undefined
    return <Navigate to="/admin-login" replace state={ended} />
  }
  if (state === 'unknown') {
    return (
      <DeskFrame>
        <div className={css.page} role="alert">
          <p>{unknownErrorText}</p>
          <Button onClick={retry}>Retry</Button>
        </div>
      </DeskFrame>
    )
  }
  return (
    <DeskFrame {...(admin && { admin })}>
      {admin ? <Desk /> : <div className={css.page} role="status" aria-label="Loading" />}
    </DeskFrame>
  )
}

function Desk() {
  const [params, setParams] = useSearchParams()
  const user = params.get('user')
  const record = providerRecords.find((name) => name === params.get('record'))
  const recordId = params.get('id')
  const ticket = params.get('ticket')
  const message = params.get('message')
  const place = params.get('place')
  const coupon = params.get('coupon')
  const counts: Partial<Record<View, string | undefined>> = {
    providers: useWaiting(),
    messages: useUnanswered(),
    reports: useReported(),
    appointments: useDisputedEnds(),
    orders: useOrdersToSee(),
    refunds: useStuckRefunds(),
    reviews: useReportedReviews(),
  }
  const countOf = (name: View) => (counts[name] === '0' ? undefined : counts[name])
  const open = (next: string) => setParams({ view: next }, { preventScrollReset: true })
  const view = views.find((name) => name === params.get('view')) ?? 'users'
  return (
    <div className={css.page}>
      <NativeSelect
        className={css.sections}
        label="Section"
        value={view}
        data={views.map((value) => {
          const count = countOf(value)
          return { value, label: count ? `${viewNames[value]} (${count})` : viewNames[value] }
        })}
        onChange={({ currentTarget }) => open(currentTarget.value)}
      />
      <Tabs value={view} onChange={(next) => open(next!)} keepMounted={false}>
        <Tabs.List className={css.tabs} aria-label="Desk">
          {views.map((name) => (
            <Tabs.Tab
              key={name}
              value={name}
              rightSection={countOf(name) && <span className={css.waiting}>{countOf(name)}</span>}
            >
              {viewNames[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="users">{user ? <UserPage key={user} id={user} /> : <UsersView />}</Tabs.Panel>
        <Tabs.Panel value="providers">
          {record && recordId ? (
            <SubmissionPage key={recordId} record={record} recordId={recordId} />
          ) : (
            <QueueView />
          )}
        </Tabs.Panel>
        <Tabs.Panel value="messages">
          {ticket ? (
            <TicketPage key={ticket} id={ticket} />
          ) : message ? (
            <MessagePage key={message} id={message} />
          ) : (
            <MessagesView />
          )}
        </Tabs.Panel>
        <Tabs.Panel value="reports">
          <ReportsView />
        </Tabs.Panel>
        <Tabs.Panel value="appointments">
          <AppointmentsView />
        </Tabs.Panel>
        <Tabs.Panel value="packages">
          <PackagesView />
        </Tabs.Panel>
        <Tabs.Panel value="orders">
          <OrdersView />
        </Tabs.Panel>
        <Tabs.Panel value="sellers">
          <SellersView />
        </Tabs.Panel>
        <Tabs.Panel value="products">
          <ProductsView />
        </Tabs.Panel>
        <Tabs.Panel value="autoships">
          <AutoshipsView />
        </Tabs.Panel>
        <Tabs.Panel value="tax">
          <TaxClassesView />
        </Tabs.Panel>
        <Tabs.Panel value="coupons">
          {coupon === 'new' ? (
            <NewCouponPage />
          ) : coupon ? (
            <CouponPage key={coupon} id={coupon} />
          ) : (
            <CouponsView />
          )}
        </Tabs.Panel>
        <Tabs.Panel value="ratings">
          <RatingsView />
        </Tabs.Panel>
        <Tabs.Panel value="reviews">
          <ReviewsView />
        </Tabs.Panel>
        <Tabs.Panel value="incidents">
          <IncidentsView />
        </Tabs.Panel>
        <Tabs.Panel value="pet-reports">
          <PetReportsView />
        </Tabs.Panel>
        <Tabs.Panel value="injured">
          <InjuredView />
        </Tabs.Panel>
        <Tabs.Panel value="emergency">
          {place === 'new' ? (
            <NewPlacePage />
          ) : place === 'import' ? (
            <ImportPlaces />
          ) : place ? (
            <PlacePage key={place} id={place} />
          ) : (
            <EmergencyView />
          )}
        </Tabs.Panel>
        <Tabs.Panel value="payouts">
          <PayoutsView />
        </Tabs.Panel>
        <Tabs.Panel value="refunds">
          <MoneyBackView />
        </Tabs.Panel>
        <Tabs.Panel value="reconciliation">
          <ReconciliationView />
        </Tabs.Panel>
        <Tabs.Panel value="log">
          <LogView />
        </Tabs.Panel>
      </Tabs>
    </div>
  )
}
