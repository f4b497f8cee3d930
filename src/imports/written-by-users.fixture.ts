/** Exports in the shape of their services, with what users write: folders, descriptions, notes, highlights and odd dates. */
export const WRITTEN_BY_USERS = {
  bookmarks: `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>Bookmarks</TITLE>
<H1>Bookmarks</H1>
<DL><p>
    <DT><H3 ADD_DATE="1715187970" LAST_MODIFIED="0" PERSONAL_TOOLBAR_FOLDER="true">Bookmarks bar</H3>
    <DL><p>
        <DT><H3 ADD_DATE="1715188017" LAST_MODIFIED="0"></H3>
        <DL><p>
            <DT><H3 ADD_DATE="1715188017">Photos</H3>
            <DL><p>
                <DT><A HREF="https://a.example/1" ADD_DATE="1690043474">In a folder within one without a name</A>
            </DL><p>
        </DL><p>
        <DT><H3>Work</H3>
        <DL><p>
            <DT><H3>Later</H3>
            <DL><p>
                <DT><A HREF="https://a.example/2" ADD_DATE="1690043475000">Milliseconds</A>
            </DL><p>
        </DL><p>
        <DT><H3>Home</H3>
        <DD>The description of a folder
        <DL><p>
            <DT><H3>Later</H3>
            <DL><p>
                <DT><A HREF="https://a.example/3" ADD_DATE="1690043476000000" TAGS="a,b/c, d e">Microseconds</A>
                <DD>A note with &lt;b&gt;escaped&lt;/b&gt; text
            </DL><p>
        </DL><p>
        <DT><A HREF="https://a.example/4" ADD_DATE="-86400">The <script> element in HTML</A>
        <DD>About <script and more text
        <DT><A HREF="https://a.example/5" ADD_DATE="0">The &#39;Physical Things&#39;</A>
        <DT><A HREF="https://a.example/6" ADD_DATE="1726850472" PRIVATE="0" TOREAD="1" TAGS="sea,boat">Sails</A>
        <DD>&lt;blockquote&gt;Has anyone found it?&lt;/blockquote&gt;
        <DT><H3>A folder whose name is much longer than forty characters, as one finds in old browsers</H3>
        <DL><p>
            <DT><A HREF="https://a.example/7" ADD_DATE="1726850473">In a long folder</A>
        </DL><p>
        <DT><A HREF="javascript:(function(){})()">Bookmarklet</A>
        <DT><A HREF="place:sort=8&maxResults=10" ADD_DATE="1">Most Visited</A>
        <DT><A HREF="https://a.example/8?x=1&amp;y=2#!/route/9" ADD_DATE="1726850475">Route</A>
        <DT><A HREF="https://a.example/2" ADD_DATE="1726850476">The second one again</A>
    </DL><p>
</DL><p>
`,
  pinboard: JSON.stringify([
    {
      href: 'https://g.example/1',
      description: 'Pin one',
      extended: 'A note',
      meta: 'x',
      hash: 'y',
      time: '2011-04-05T06:07:08Z',
      shared: 'no',
      toread: 'yes',
      tags: 'foo bar,baz .private for:someone',
    },
    {
      href: 'https://g.example/2',
      description: false,
      extended: '',
      meta: 'x',
      hash: 'z',
      time: '1969-01-01T00:00:00Z',
      shared: 'yes',
      toread: 'no',
      tags: '',
    },
  ]),
  raindrop: [
    'id,title,note,excerpt,url,folder,tags,created,cover,highlights,favorite',
    '1,"Raindrop, one",My note,An excerpt,https://d.example/1,Unsorted,"a, b/c",2024-05-01T09:00:00.000Z,,' +
      '"Highlight:First words Note:Mine',
    'Highlight:Others",true',
    '2,Two,,,https://d.example/2,Parent / Child,,2019-02-28T23:59:59.999Z,,,false',
    '',
  ].join('\n'),
} as const
