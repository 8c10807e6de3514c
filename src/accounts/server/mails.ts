import type { Mail } from '#/kernel/server/mail.ts'

type About = { to: string; product: string; link: string }

export function confirmAddress({ to, product, link }: About): Mail {
  return {
    to,
    subject: `Confirm your email address for ${product}`,
    text: `Welcome to ${product}.

Please confirm that this is your address by opening this link within an hour:

${link}

If you did not sign up, ignore this mail and do not open the link.`,
  }
}

/** For the owner of an account whose address somebody signs up with again. The page says nothing of it. */
export function addressAlreadyKnown({ to, product, link }: About): Mail {
  return {
    to,
    subject: `You already have a ${product} account`,
    text: `Someone tried to sign up for ${product} with this address. You have an account already.

If it was you, log in here with the password you have:

${link}

If it was not you, there is nothing to do: nobody has got into your account.`,
  }
}

/** The same where somebody who has an account wants the address for it. */
export function addressIsYours({ to, product, link }: About): Mail {
  return {
    to,
    subject: `You already have a ${product} account`,
    text: `Someone who is logged in to another ${product} account wants to use this address for it. It belongs to your account, and that stays so.

If it was you, you have two accounts. Log in to the other one with this address here:

${link}

If it was not you, there is nothing to do: nobody has got into your account.`,
  }
}

/** As above, while the address was never confirmed. Whoever opens the link takes over the password of that sign-up. */
export function addressStillUnconfirmed({ to, product, link }: About): Mail {
  return {
    to,
    subject: `Confirm your email address for ${product}`,
    text: `Someone signed up for ${product} with this address once more.

If it was you, confirm the address by opening this link within an hour. From then on the password you chose last is the one to log in with; links in earlier mails no longer work:

${link}

If it was not you, do not open the link. To have the account yourself, sign up again and open only the link you get then.`,
  }
}

export function setNewPassword({ to, product, link }: About): Mail {
  return {
    to,
    subject: `Set a new password for ${product}`,
    text: `Someone asked for a new password for your ${product} account.

If it was you, open this link within an hour and choose one. You will be logged out everywhere else:

${link}

If it was not you, there is nothing to do: your password stays as it is.`,
  }
}

/** For somebody who is signed in and is to show that it is them. */
export function yourMailCode({ to, product, code }: { to: string; product: string; code: string }): Mail {
  return {
    to,
    subject: `${code} is your ${product} code`,
    text: `${code} is your ${product} code. Type it where you were asked for it. It works for 5 minutes. Never give it to anyone.

If you did not ask for it, somebody is logged in to your account: set a new password, and they are out.`,
  }
}

/** For somebody who is signed in and has no confirmed address yet. */
export function confirmThisAddress({ to, product, link }: About): Mail {
  return {
    to,
    subject: `Confirm your email address for ${product}`,
    text: `Please confirm that this is your address by opening this link within an hour, in the browser where you are logged in to ${product}:

${link}

If you did not ask for this, ignore this mail: nothing happens.`,
  }
}
