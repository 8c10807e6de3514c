import { Button, NativeSelect, Tabs } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { unknownErrorText } from '#/kernel/text.ts'
import { providerRecords } from '#/verification/rules.ts'
import type { EndedHere } from './AdminLoginPage.tsx'
import { AppointmentsView, useDisputedEnds } from './bookings/AppointmentsView.tsx'
import { PackagesView } from './bookings/PackagesView.tsx'
import { EmergencyView } from './emergency/EmergencyView.tsx'
import { ImportPlaces } from './emergency/ImportPlaces.tsx'
import { InjuredView } from './emergency/InjuredView.tsx'
import { NewPlacePage, PlacePage } from './emergency/PlaceForm.tsx'
import { useDeskSession, useNoticeOfEnd } from './frame/admin.ts'
import css from './frame/Desk.module.css'
import { DeskFrame } from './frame/DeskFrame.tsx'
import { LogView } from './log/LogView.tsx'
import { hasLeft } from './login/sign-in.ts'
import { MessagePage } from './messages/MessagePage.tsx'
import { MessagesView, useUnanswered } from './messages/MessagesView.tsx'
import { TicketPage } from './messages/TicketPage.tsx'
import { MoneyBackView, useStuckRefunds } from './money/MoneyBackView.tsx'
import { PayoutsView } from './money/PayoutsView.tsx'
import { ReconciliationView } from './money/ReconciliationView.tsx'
import { QueueView, useWaiting } from './providers/QueueView.tsx'
import { SubmissionPage } from './providers/SubmissionPage.tsx'
import { IncidentsView } from './reports/IncidentsView.tsx'
import { PetReportsView } from './reports/PetReportsView.tsx'
import { RatingsView } from './reports/RatingsView.tsx'
import { ReportsView, useReported } from './reports/ReportsView.tsx'
import { ReviewsView, useReportedReviews } from './reports/ReviewsView.tsx'
import { AutoshipsView } from './shop/AutoshipsView.tsx'
import { CouponPage, NewCouponPage } from './shop/CouponForm.tsx'
import { CouponsView } from './shop/CouponsView.tsx'
import { OrdersView, useOrdersToSee } from './shop/OrdersView.tsx'
import { ProductsView } from './shop/ProductsView.tsx'
import { SellersView } from './shop/SellersView.tsx'
import { TaxClassesView } from './shop/TaxClassesView.tsx'
import { UserPage } from './users/UserPage.tsx'
import { UsersView } from './users/UsersView.tsx'

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
