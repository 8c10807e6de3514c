import { Link } from 'react-router'
import button from '#/app/shell/button.module.css'
import { product } from '#/app/shell/product.ts'
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
            Looking after an animal should not mean ten phone calls. {product.name} brings the people who care
            for pets and the people who love them to one calm place: see who is free, know the price, and
            book.
          </p>
        </div>
        <Drawing name="veterinary-care" width={240} className={css.drawing} />
      </header>

      <Counts />

      <section>
        <h2>What we hold ourselves to</h2>
        <ul className={css.promises}>
          <li>
            <h3>A time you see is a time you get</h3>
            <p>
              Two people can never book the same time of the same vet. If someone was quicker, we say so at
              once.
            </p>
          </li>
          <li>
            <h3>The price comes first</h3>
            <p>Fees are shown before you book, and what is shown is what is charged.</p>
          </li>
          <li>
            <h3>Your pet’s data is yours</h3>
            <p>We ask only for what a booking needs. There is no advertising here, and nothing is sold.</p>
          </li>
        </ul>
      </section>

      <section>
        <h2>How checks work</h2>
        <p>
          Veterinarians, pharmacists and suppliers do work that the law regulates. They give us their
          registration, a person checks it, and only then are they listed and able to take bookings. Whoever
          changes a registration is checked again.
        </p>
        <p>
          Sitters, trainers and stylists are listed when their profile is complete, and carry a Verified badge
          once someone has checked it. A rating can only come from an owner whose booking took place.
        </p>
        <p>
          Something does not look right? <Link to="/contact">Tell us</Link>, and a person will read it.
        </p>
      </section>

      <section>
        <h2>Open source</h2>
        <p>
          {product.name} is free software under the MIT licence. Anyone may read how it works, run a copy of
          their own, and improve it.
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
