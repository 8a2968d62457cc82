/** @databases both */
import { expect, test } from "vitest";
import { useTestApp } from "../../../../test/support/app.ts";
import { makeLesson } from "../../../../test/support/lessons.ts";
import { call, makePerson } from "../../../../test/support/people.ts";
import { makeClass } from "../../../../test/support/school.ts";

const app = useTestApp();

/** Clocks of New York change on 14 March and 7 November 2027, of Lord Howe by half an hour on 4 April and 3 October. */
test.each([
  ["America/New_York", "2027-03-13", null, "18:00", "2027-03-13T05:00:00.000Z"],
  ["America/New_York", "2027-03-13", 0, "18:00", "2027-03-13T23:00:00.000Z"],
  ["America/New_York", "2027-03-13", 1, "18:00", "2027-03-14T22:00:00.000Z"],
  ["America/New_York", "2027-03-01", 14, "00:00", "2027-03-15T04:00:00.000Z"],
  // An hour that does not exist: the clock shows 03:30 then.
  ["America/New_York", "2027-03-13", 1, "02:30", "2027-03-14T07:30:00.000Z"],
  ["America/New_York", "2027-11-06", 0, "18:00", "2027-11-06T22:00:00.000Z"],
  ["America/New_York", "2027-11-06", 1, "18:00", "2027-11-07T23:00:00.000Z"],
  // An hour that exists twice: the later one.
  ["America/New_York", "2027-11-06", 1, "01:30", "2027-11-07T06:30:00.000Z"],
  ["America/New_York", "2027-01-31", 28, "18:00", "2027-02-28T23:00:00.000Z"],
  ["Australia/Lord_Howe", "2027-04-03", 0, "18:00", "2027-04-03T07:00:00.000Z"],
  ["Australia/Lord_Howe", "2027-04-03", 1, "18:00", "2027-04-04T07:30:00.000Z"],
  ["Australia/Lord_Howe", "2027-10-02", 0, "18:00", "2027-10-02T07:30:00.000Z"],
  ["Australia/Lord_Howe", "2027-10-02", 1, "18:00", "2027-10-03T07:00:00.000Z"],
  ["Australia/Lord_Howe", "2027-03-28", 7, "23:59", "2027-04-04T13:29:00.000Z"],
  ["Asia/Tokyo", "2027-03-13", null, "18:00", "2027-03-12T15:00:00.000Z"],
  ["Asia/Tokyo", "2027-03-13", 1, "18:00", "2027-03-14T09:00:00.000Z"],
  ["Asia/Tokyo", "2027-11-06", 1, "00:00", "2027-11-06T15:00:00.000Z"],
  ["Asia/Tokyo", "2028-02-28", 2, "06:00", "2028-02-29T21:00:00.000Z"],
])(
  "in %s, a cohort of %s opens a section after %s days at %s",
  async (timeZone, startsOn, days, at, opens) => {
    const instructor = await makePerson(app.current, "instructor");
    const classId = await makeClass(app.current, instructor);
    const { section: id } = await makeLesson(app.current, instructor, classId);
    const schedule = { params: { id: classId }, body: { startsOn, timeZone } };
    await call(app.current, "PATCH /class/{id}/schedule", schedule, instructor);
    const section = { params: { classId, id }, body: { opensAfterDays: days, opensAt: at } };
    await call(app.current, "PATCH /curriculum/{classId}/section/{id}", section, instructor);
    const { body } = await call(app.current, "GET /class/{id}/outline", { params: { id: classId } });
    expect(body.sections[0].opens).toBe(opens);
  },
);
