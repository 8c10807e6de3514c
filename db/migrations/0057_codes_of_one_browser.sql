-- A code is good in the browser that asked for it, and nowhere else, so what strangers ask for or enter leaves the codes of
-- others alone. `browser` is the hash of a random cookie. Codes live for five minutes; those there are now name no browser.
delete from phone_codes;
alter table phone_codes rename column device to browser;
alter table phone_codes alter column browser drop default;
alter table phone_codes add constraint phone_codes_browser check (length(browser) = 43);
