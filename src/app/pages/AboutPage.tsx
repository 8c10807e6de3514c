import { Link } from 'react-router'
import { product } from '#/app/shell/product.ts'
import button from '#/kernel/web/button.module.css'
import { Drawing } from '#/kernel/web/Drawing.tsx'
import css from './AboutPage.module.css'
import { Counts } from './Counts.tsx'

export default function AboutPage() {
  return (
    <article className={css.page}>
      <meta
        name="description"
        content={`Why ${product.name} exists, how we check the people you find here, and where its source code lives.`}
      />
      <header className={css.head}>
        <div>
          <h1>About {product.name}</h1>
          <p className={css.mission}>
            Looking after an animal shouldn’t take ten phone calls. {product.name} brings the people who care
            for pets and the people who love them to one calm place: see who’s free, know the price, and book.
          </p>
        </div>
        <Drawing name="veterinary-care" width={240} className={css.drawing} />
      </header>

      <Counts />

      <section>
        <h2>What we promise</h2>
        <ul className={css.promises}>
          <li>
            <h3>A time you see is a time you get</h3>
            <p>
              Two people can never book the same time with the same provider. If someone was quicker, we tell
              you at once.
            </p>
          </li>
          <li>
            <h3>The price comes first</h3>
            <p>We show fees before you book, and charge what we show.</p>
          </li>
          <li>
            <h3>Your pet’s data is yours</h3>
            <p>We ask only for what a booking needs. We show no advertising and sell nothing about you.</p>
          </li>
        </ul>
      </section>

      <section>
        <h2>How checks work</h2>
        <p>
          The law regulates the work of veterinarians, pharmacists and suppliers. They send us their
          registration and a person checks it. Only then are they listed and able to take bookings. We check
          again when a registration changes.
        </p>
        <p>
          Sitters, trainers and stylists are listed when their profile is complete, and get a Verified badge
          once someone has checked it. Only owners whose booking took place can rate a provider.
        </p>
        <p>
          Something doesn’t look right? <Link to="/contact">Tell us</Link>, and a person will read it.
        </p>
      </section>

      <section>
        <h2>Open source</h2>
        <p>
          {product.name} is free software under the MIT licence. Anyone can read how it works, run their own
          copy, and improve it.
        </p>
        {product.sourceUrl && (
          <p>
            <a href={product.sourceUrl} className={button.quiet} rel="noopener">
              Read the source code
            </a>
          </p>
        )}
      </section>
    </article>
  )
}
