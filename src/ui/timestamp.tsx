const moment = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });

export function Moment({ at }: { readonly at: unknown }) {
  const time = new Date(String(at));
  const utc = time.toISOString();
  return (
    <time dateTime={utc} title={`${utc.slice(0, 10)} ${utc.slice(11, 16)} UTC`}>
      {moment.format(time)}
    </time>
  );
}
