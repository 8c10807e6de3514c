import { type ReactNode, useId, useState } from 'react'
import { Link, Navigate } from 'react-router'
import { useSession } from '#/accounts/web/index.ts'
import { isBuilt } from '#/app/route-table.ts'
import { Dialog } from '#/app/shell/Dialog.tsx'
import { CheckIcon } from '#/app/shell/icons.tsx'
import { SignedIn, SignedOut } from '#/app/shell/session.tsx'
import { rememberWantedPage } from '#/app/shell/wanted-page.ts'
import button from '#/kernel/web/button.module.css'
import { Drawing } from '#/kernel/web/Drawing.tsx'
import { Soon } from '#/kernel/web/Soon.tsx'
import { reportNeedsText } from '#/reports/needs-text.ts'
import { LandingCard } from './LandingCard.tsx'
import css from './LandingPage.module.css'
import { type Card, emergency, specialFeatures, trades, whatWeOffer } from './landing-cards.ts'

const either = new Intl.ListFormat('en', { type: 'disjunction' })
const both = new Intl.ListFormat('en')
const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

export default function LandingPage() {
  const [details, setDetails] = useState<Card | null>(null)
  return (
    <>
      <meta
        name="description"
        content="Vets, sitters, trainers and stylists near you. See free times, book in a minute, and keep everything about your pet in one place."
      />
      <Hero />
      <CardSection
        id="what-we-offer"
        title="What We Offer"
        lead="Everyday care, from people you can read about first."
        layout={css.threes}
      >
        {whatWeOffer.map((card) => (
          <LandingCard key={card.name} card={card} onDetails={setDetails} />
        ))}
      </CardSection>
      <CardSection title="Special Features" lead="For the days that don’t go to plan." layout={css.fours}>
        {specialFeatures.map((card) => (
          <LandingCard key={card.name} card={card} onDetails={setDetails} />
        ))}
      </CardSection>
      <CardSection
        title="Emergency Services"
        lead={
          <>
            Call your nearest clinic first. <Link to="/emergency-services">See who to call now</Link>
          </>
        }
        layout={css.single}
      >
        <LandingCard card={emergency} wide onDetails={setDetails} />
      </CardSection>
      <CardSection
        title="Lost & Found"
        lead="Most lost pets are found by neighbours. Report one in two minutes, or tell where you saw it."
      >
        <div className={css.actions}>
          <Link to="/pet-reports/create" className={button.accent}>
            Report a pet
          </Link>
          <Link to="/pet-reports" className={button.quiet}>
            See lost and found pets
          </Link>
        </div>
        <p className={css.needs}>{reportNeedsText}</p>
      </CardSection>
      <ClosingBanner />
      {details && <Details card={details} onClose={() => setDetails(null)} />}
    </>
  )
}

function Hero() {
  const here = trades.filter(({ path }) => isBuilt(path)).map(({ one }) => one)
  const coming = trades.filter(({ path }) => !isBuilt(path))
  return (
    <section className={css.hero}>
      <div className={css.heroText}>
        <h1>Put your pet at the heart of everything</h1>
        <p>
          Find {either.format(here)} near you. See who’s free, book in a minute, and keep every visit in one
          place.
        </p>
        {coming.length > 0 && (
          <p className={css.coming}>
            {sentence(both.format(coming.map(({ many }) => many)))} <Soon path={coming[0]!.path} />
          </p>
        )}
        <div className={css.actions}>
          <SignedOut>
            <Link to="/signup" className={button.accent}>
              Start Your Journey
            </Link>
          </SignedOut>
          <SignedIn>
            <Link to="/services" className={button.accent}>
              Start Your Journey
            </Link>
          </SignedIn>
          <Link to="#what-we-offer" className={button.quiet}>
            Learn More
          </Link>
        </div>
        <p className={css.urgent}>
          Emergency? <Link to="/emergency-services">See who to call now</Link>
          <br />
          Lost or found a pet? <Link to="/pet-reports">See the reports near you</Link>
        </p>
        <ul className={css.facts}>
          {['Licences checked', 'Prices shown first', 'Free to join'].map((fact) => (
            <li key={fact}>
              <CheckIcon />
              {fact}
            </li>
          ))}
        </ul>
      </div>
      <Drawing name="hero" className={css.heroDrawing} />
    </section>
  )
}

type SectionProps = { id?: string; title: string; lead: ReactNode; layout?: string; children: ReactNode }

function CardSection({ id, title, lead, layout, children }: SectionProps) {
  const titleId = useId()
  return (
    <section className={css.section} id={id} aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      <p className={css.lead}>{lead}</p>
      <div className={layout}>{children}</div>
    </section>
  )
}

function Details({ card, onClose }: { card: Card; onClose: () => void }) {
  const { state } = useSession()
  // The button's target depends on the session, so an early press waits for it.
  const [pressed, setPressed] = useState(false)
  const target = state === 'signed-out' ? '/login' : '/services'
  if (pressed && state !== 'loading') return <Navigate to={target} />
  return (
    <Dialog title={card.name} onClose={onClose}>
      <div className={css.details}>
        <Drawing name={card.drawing} />
        <p>
          {card.line} <Soon path={card.path} />
        </p>
        <ul>
          {card.details.map((detail) => (
            <li key={detail}>{detail}</li>
          ))}
        </ul>
        <Link
          to={target}
          className={button.primary}
          aria-busy={pressed}
          onClick={(event) => {
            if (state === 'signed-out') rememberWantedPage('/services')
            if (state !== 'loading') return onClose()
            event.preventDefault()
            setPressed(true)
          }}
        >
          Explore Service
        </Link>
      </div>
    </Dialog>
  )
}

function ClosingBanner() {
  return (
    <section className={css.banner}>
      <SignedIn as="div" className={css.bannerContent}>
        <div>
          <h2>
            Talk to people who get it <Soon path="/community" />
          </h2>
          <p>Ask a question, share a photo, or help someone whose pet is having a hard week.</p>
          <div className={css.actions}>
            <Link to="/community" className={button.accent}>
              Browse Communities
            </Link>
            <Link to="/community/post/new" className={css.onBanner}>
              Create Post
            </Link>
          </div>
        </div>
        <Drawing name="pawfect-match" width={256} className={css.bannerDrawing} />
      </SignedIn>
      <SignedOut as="div" className={css.bannerContent}>
        <div>
          <h2>Your pet’s people, in one place</h2>
          <p>It takes a minute, costs nothing, and your pet will never know how organised you became.</p>
          <div className={css.actions}>
            <Link to="/signup" className={button.accent}>
              Sign Up Now
            </Link>
            <Link to="/login" className={css.onBanner}>
              Login
            </Link>
          </div>
        </div>
        <Drawing name="dog-walking" width={256} className={css.bannerDrawing} />
      </SignedOut>
    </section>
  )
}
