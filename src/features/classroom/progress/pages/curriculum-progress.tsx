import { useQuery } from "@tanstack/react-query";
import { LoadFailure } from "../../../../ui/empty-page.tsx";
import { Loading } from "../../../../ui/loading.tsx";
import { Table } from "../../../../ui/table.tsx";
import { apiQuery } from "../../../../access/api-query.ts";
import { minStudents } from "../../lessons/policy.ts";
import type { Curriculum } from "../../lessons/pages/curriculum-query.ts";

export function ClassProgress({ curriculum }: { readonly curriculum: Curriculum }) {
  const { classId, sections } = curriculum;
  const { data, error, refetch } = useQuery(
    apiQuery("GET /curriculum/{classId}/progress", { params: { classId } }),
  );
  const titles = new Map(sections.flatMap(({ lessons }) => lessons.map(({ _id, title }) => [_id, title])));
  return (
    <section className="stack class-progress" aria-labelledby="class-progress">
      <h2 id="class-progress" className="section-title">
        Class progress
      </h2>
      {!data && !error && <Loading label="Loading the numbers" shape="list" count={2} />}
      {error && (
        <LoadFailure onRetry={() => void refetch()}>
          The numbers couldn’t be loaded. {error.message}
        </LoadFailure>
      )}
      {data && (
        <dl className="figures class-progress-figures panel">
          <div>
            <dt>Students</dt>
            <dd>{data.students}</dd>
          </div>
          <div>
            <dt>Started</dt>
            <dd>{data.started}</dd>
          </div>
          {data.started >= minStudents && (
            <div>
              <dt>Finished</dt>
              <dd>{data.finished}</dd>
            </div>
          )}
        </dl>
      )}
      {data && data.started < minStudents && (
        <p>
          To protect students’ privacy, you’ll see how many opened and finished each lesson once {minStudents}{" "}
          have started.
        </p>
      )}
      {data && data.started >= minStudents && (
        <Table
          caption="Lessons, with how many students opened and finished them"
          columns={[
            { title: "Lesson", kind: "title", cell: ({ _id }) => titles.get(_id) ?? "A removed lesson" },
            { title: "Opened", kind: "number", cell: ({ opened }) => opened },
            { title: "Done", kind: "number", cell: ({ done }) => done },
          ]}
          rows={data.lessons}
        />
      )}
    </section>
  );
}
